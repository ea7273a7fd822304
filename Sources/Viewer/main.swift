print("lamella")
