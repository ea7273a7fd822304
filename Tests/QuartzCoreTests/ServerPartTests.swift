// ServerPartTests.swift
// The server's part of frames, run by the main thread where the frame is short and it has just committed.
//
// SPDX-License-Identifier: MIT

import Compositor
import CoreGraphics
import Foundation
import QuartzCore
import Synchronization
import TestSupport
import Testing

extension LiveTree {
  @MainActor @Suite struct ServerPartTests {
    /// Shows frames that each have a change and nothing that moves; returns them.
    private func stillFrames(_ screen: SteppedScreen, count: Int) throws -> [SteppedScreen.Frame] {
      let stage = ServedStage(screen)
      let layer = stage.add(CALayer())
      layer.actions = ["position": NSNull()]
      for x in 1...count {
        layer.position.x = CGFloat(x)
        #expect(try stage.step())
        // The server goes to sleep.
        Thread.sleep(forTimeInterval: 0.001)
      }
      return screen.all
    }

    /// What the main thread has just committed it also draws. The server, which knows the refreshes, shows it.
    @Test func mainThreadDrawsItsCommit() throws {
      let frames = try stillFrames(SteppedScreen(), count: 40)
      #expect(frames.map(\.x) == (1...40).map { Double($0) })
      #expect(frames.allSatisfy { $0.isShownByServer })
      // Where the server is still awake, it draws.
      #expect(frames.count { !$0.isDrawnByServer } > 20)
    }

    @Test func graphicsContextsStayOnTheirThread() throws {
      let frames = try stillFrames(SteppedScreen(isBoundToThread: true), count: 10)
      #expect(frames.map(\.x) == (1...10).map { Double($0) })
      #expect(frames.allSatisfy { $0.isDrawnByServer && $0.isShownByServer })
    }

    /// A drawing of half a refresh or more would keep the main thread from its events: after one, the server draws.
    @Test func mainThreadDrawsNoLongFrames() throws {
      let frames = try stillFrames(SteppedScreen(work: 0.02), count: 10)
      #expect(frames.map(\.x) == (1...10).map { Double($0) })
      #expect(frames.dropFirst().allSatisfy { $0.isDrawnByServer })
    }

    /// A main thread that itself needs half of a refresh for each commit draws no frame on top of it.
    @Test func busyMainThreadDrawsNothing() throws {
      let stage = ServedStage(SteppedScreen())
      let layer = stage.add(CALayer())
      layer.actions = ["position": NSNull()]
      for x in 1...10 {
        stage.loop.handleEvents {
          Thread.sleep(forTimeInterval: 0.01)
          layer.position.x = CGFloat(x)
        }
        #expect(try stage.step())
        Thread.sleep(forTimeInterval: 0.001)
      }
      #expect(stage.screen.all.dropFirst().allSatisfy { $0.isDrawnByServer })
    }

    /// How long a drawing of many new layers takes is not known from the frames before.
    @Test func mainThreadDrawsNoLargeCommits() throws {
      let screen = SteppedScreen()
      let stage = ServedStage(screen)
      for count in 1...6 {
        for _ in 0..<600 { _ = stage.add(CALayer()) }
        #expect(try stage.step())
        #expect(screen.all.count == count && screen.all[count - 1].isDrawnByServer)
        Thread.sleep(forTimeInterval: 0.001)
      }
    }

    /// A slow drawing on purpose blocks the server's thread, as in a program whose frames are long.
    @Test func faultsOfTheDrawingStayOnTheServer() throws {
      let stage = ServedStage(SteppedScreen())
      let layer = stage.add(CALayer())
      layer.actions = ["position": NSNull()]
      for x in 1...10 {
        var faults = FrameFaults()
        faults.drawing = 0.001
        stage.loop.inject(faults)
        layer.position.x = CGFloat(x)
        #expect(try stage.step())
      }
      #expect(stage.screen.all.allSatisfy { $0.isDrawnByServer })
      #expect(try stage.turn { stage.records.count == 10 })
      #expect(stage.records.allSatisfy { $0.isInjected })
    }

    /// The main thread draws the frames that it is asked for, as with a custom property. Once it is busy, the server goes
    /// on without it.
    @Test func serverTakesOverFromABusyMainThread() throws {
      let stage = ServedStage(SteppedScreen(lead: 0.5))
      let gauge = stage.add(DrawnTimes())
      let begin = stage.move(gauge)
      stage.grow(gauge, for: 10_000, from: begin)
      for count in 1...10 {
        #expect(try stage.turn { gauge.drawn.count >= count })
        #expect(stage.screen.step())
      }
      // The main thread does nothing while refreshes pass.
      for _ in 0..<60 { #expect(stage.screen.step()) }
      let frames = stage.screen.all
      #expect(frames.prefix(10).count { !$0.isDrawnByServer } > 5)
      #expect(frames.suffix(50).allSatisfy { $0.isDrawnByServer })
      for (frame, next) in zip(frames.dropFirst(), frames.dropFirst(2)) {
        #expect(isClose(frame.x, (frame.time - begin) * 10, within: 1e-6))
        #expect(next.x > frame.x)
      }
    }

    /// Without refreshes to wait for, the main thread shows what it drew, and goes on with the next frame.
    @Test func mainThreadShowsFramesWithoutPacing() throws {
      let stage = ServedStage(FreeScreen(isBoundToThread: false))
      let gauge = stage.add(DrawnTimes())
      stage.grow(gauge, for: 10_000, from: stage.move(gauge))
      #expect(try stage.turn { stage.records.count >= 20 })
      Thread.sleep(forTimeInterval: 0.005)
      let count = stage.records.count
      // No turn waits for another thread.
      for _ in 0..<20 { try stage.turn() }
      #expect(stage.loop.hasReport)
      #expect(stage.records.count >= count + 19)
      let isShownByServer = stage.screen.isShownByServer.withLock { $0 }
      #expect(isShownByServer.suffix(15).allSatisfy { !$0 })
    }

    /// What moves without the main thread's part goes on for ever: that is the server's to draw.
    @Test func mainThreadDrawsOneFrame() throws {
      let stage = ServedStage(FreeScreen(isBoundToThread: false))
      let layer = stage.add(CALayer())
      layer.actions = ["opacity": NSNull()]
      _ = stage.move(layer)
      #expect(try stage.turn { stage.records.count > 10 })
      for step in 1...20 {
        layer.opacity = Float(step) / 20
        try stage.turn()
      }
      let isShownByServer = stage.screen.isShownByServer.withLock { $0 }
      #expect(isShownByServer.count { $0 } > 10)
    }

    /// A frame that is drawn and waits for its refresh, when the server ends.
    @Test func serversEndWithADrawnFrame() throws {
      for _ in 0..<5 {
        let stage = ServedStage(SteppedScreen())
        let layer = stage.add(CALayer())
        try stage.turn()
        #expect(stage.screen.step())
        Thread.sleep(forTimeInterval: 0.001)
        layer.position.x = 5
        try stage.turn()
        stage.screen.letGo()
        stage.loop.stop()
      }
    }
  }
}
