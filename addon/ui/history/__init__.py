"""Earlier picks: the operators on their list, and how it is kept with the file."""
