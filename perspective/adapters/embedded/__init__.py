"""How are a tenant's records and indexes kept in files of this machine?"""
