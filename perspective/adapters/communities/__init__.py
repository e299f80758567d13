"""How are communities found? By Leiden, in Rust."""
