"""Language models behind one seam: what they are asked, what they answer, and which there are."""
