"""A life changed where identity lives: the same illness, the same course, another person's circumstances."""
