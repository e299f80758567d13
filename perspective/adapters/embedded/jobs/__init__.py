"""Where are the runs of jobs kept?"""
