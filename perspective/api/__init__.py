"""How is the engine reached over HTTP? A thin shell: it decodes, calls one verb and encodes."""
