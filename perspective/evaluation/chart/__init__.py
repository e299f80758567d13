"""How is an evaluation shown in one picture? As SVG that any browser draws, without a script."""
