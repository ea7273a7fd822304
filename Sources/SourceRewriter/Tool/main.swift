// main.swift
// The program that the plug-in UIKitSource runs.
//
// SPDX-License-Identifier: MIT

import Foundation

// The plug-in compiles this file and the module's files together; the package's tests, apart.
#if SWIFT_PACKAGE
  import SourceRewriter
#endif

exit(RewriterCommand.run(Array(CommandLine.arguments.dropFirst())))
