// Linux.swift
// SwiftPM requires one file of its own in a target; the program is in the folder iOS.
//
// SPDX-License-Identifier: MIT
