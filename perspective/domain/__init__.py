"""What is a memory, and how are memories compared, dated and ranked? Pure: no clock, no I/O."""
