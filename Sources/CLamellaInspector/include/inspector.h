// Empty: the file has a constructor alone.
