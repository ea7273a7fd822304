// RenderServerTests.swift
// Frames on a thread of their own: they go on without the main thread, wait for it where it contributes, and
// end in any state.
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
  @MainActor @Suite struct RenderServerTests {
    @Test func framesGoOnWhileTheMainThreadIsBusy() throws {
      let stage = ServedStage(SteppedScreen())
      let layer = stage.add(CALayer())
      let begin = stage.move(layer)
      try stage.turn()
      for _ in 0..<40 { #expect(stage.screen.step()) }
      let frames = stage.screen.all
      #expect(frames.count == 40)
      for frame in frames { #expect(isClose(frame.x, max(0, frame.time - begin) * 10)) }
      let moving = frames.filter { $0.time > begin }
      for (last, next) in zip(moving, moving.dropFirst()) { #expect(next.x > last.x) }
      for frame in frames.dropFirst() { #expect(frame.isContinuous) }
    }

    /// With a main thread that is there in time, custom and built-in properties have one time.
    @Test(arguments: [false, true])
    func customAndBuiltInPropertiesHaveOneTime(isBoundToThread: Bool) throws {
      let stage = ServedStage(SteppedScreen(lead: 3600, isBoundToThread: isBoundToThread))
      let gauge = stage.add(DrawnTimes())
      let begin = stage.move(gauge)
      stage.grow(gauge, for: 10_000, from: begin)
      for count in 1...20 {
        #expect(try stage.turn { gauge.drawn.count >= count })
        #expect(stage.screen.step())
      }
      #expect(try stage.turn { stage.records.count >= 19 })
      for record in stage.records.dropFirst() {
        #expect(record.skew == 0)
        #expect(record.animatedOnMain > 0 && record.animatedOnMain < record[.animate])
        let drawn = try #require(gauge.drawn.last { $0.time == record.time })
        #expect(isClose(drawn.percent, (record.time - begin) / 100, within: 1e-6))
      }
    }

    /// A main thread that is late leaves the custom property behind, by an amount that is recorded, and
    /// is joined again in the first frame that it makes.
    @Test(arguments: [false, true])
    func lateDrawingIsBehindAndIsJoinedAgain(isBoundToThread: Bool) throws {
      let stage = ServedStage(SteppedScreen(isBoundToThread: isBoundToThread))
      let gauge = stage.add(DrawnTimes())
      stage.grow(gauge, for: 10_000)
      _ = stage.move(gauge)
      try stage.turn()
      // The frames' refreshes are past, so that none waits.
      for _ in 0..<3 { #expect(stage.screen.step()) }
      #expect(try stage.turn { gauge.drawn.contains { $0.time > 0 } && stage.records.count == 3 })
      // What the main thread made last may have been for one of the next three.
      for _ in 0..<7 { #expect(stage.screen.step()) }
      #expect(try stage.turn { stage.records.count == 10 })
      let behind = stage.records.suffix(3).map(\.skew)
      #expect(behind.allSatisfy { $0 > 0 })
      #expect(behind == behind.sorted())
    }

    /// A stage on which no frame waits for the main thread, as every deadline is past, and a custom property that moves.
    private func stageWithoutWaiting() throws -> (
      stage: ServedStage<SteppedScreen>, gauge: DrawnTimes, begin: TimeInterval
    ) {
      let stage = ServedStage(SteppedScreen(lead: -60))
      let gauge = stage.add(DrawnTimes())
      let begin = MediaClock.now - 100
      stage.grow(gauge, for: 10_000, from: begin)
      try stage.turn()
      return (stage, gauge, begin)
    }

    /// Makes the main thread's next part take more than three quarters of a refresh.
    private func workLong(_ stage: ServedStage<SteppedScreen>) {
      stage.loop.handleEvents { Thread.sleep(forTimeInterval: 0.014) }
    }

    /// A main thread that needs most of a refresh, and was late once, makes the frame after the next one: it would be
    /// late for the next one too, and so for every one. What it made is shown in its frame, not in an earlier one.
    @Test func lateMainThreadCatchesUp() throws {
      let (stage, gauge, begin) = try stageWithoutWaiting()
      for frame in 1...9 {
        #expect(stage.screen.waits(withDrawings: frame))
        workLong(stage)
        try stage.turn()
        #expect(stage.screen.step())
      }
      #expect(try stage.turn { stage.records.count >= 9 })
      let refreshes = stage.records.prefix(9).map { ($0.skew * 60).rounded() }
      #expect(refreshes == [0, 1, 2, 0, 0, 0, 0, 0, 0])
      for record in stage.records[3..<9] {
        let percent = try #require(gauge.drawn.last { $0.time == record.time }).percent
        #expect(isClose(percent, (record.time - begin) / 100, within: 1e-6))
      }
    }

    /// An answer that misses its frame comes after the next request, which can be answered as soon as the answer is
    /// taken. Held back until another frame is drawn, it would be late too, and so would every one.
    @Test func lateAnswerHoldsNoOtherBack() throws {
      let (stage, _, _) = try stageWithoutWaiting()
      for frame in 1...14 {
        #expect(stage.screen.waits(withDrawings: frame))
        workLong(stage)
        if frame == 7 {
          // While the main thread makes its part of the eighth frame, that is drawn.
          stage.onCommit = {
            #expect(stage.screen.step())
            #expect(stage.screen.waits(withDrawings: 8))
          }
        }
        if frame > 8 { #expect(stage.loop.hasReport) }
        try stage.turn()
        stage.onCommit = nil
        if frame != 7 { #expect(stage.screen.step()) }
      }
      #expect(try stage.turn { stage.records.count >= 14 })
      let refreshes = stage.records[5..<14].map { ($0.skew * 60).rounded() }
      #expect(refreshes == [0, 0, 1, 1, 0, 0, 0, 0, 0])
    }

    /// A main thread that has answered sleeps until the next request without looking for input. Where none comes, as
    /// the custom property's animation is over, it is woken, whether or not another layer moves on.
    @Test(arguments: [false, true])
    func mainThreadIsWokenWhereNoRequestComes(movesOn: Bool) throws {
      let stage = ServedStage(SteppedScreen(lead: 3600))
      if movesOn { _ = stage.move(stage.add(CALayer())) }
      let gauge = stage.add(DrawnTimes())
      stage.grow(gauge, for: 10_000)
      #expect(try stage.turn { stage.loop.awaitsRequest })
      #expect(stage.screen.waits(withDrawings: 1))
      gauge.removeAllAnimations()
      try stage.turn()
      #expect(stage.loop.awaitsRequest)
      while stage.woken.wait(timeout: .now()) == .success {}
      #expect(stage.screen.step())
      #expect(stage.woken.wait(timeout: .now() + 20) == .success)
      #expect(stage.screen.wait { !stage.loop.awaitsRequest })
    }

    /// While the server is between the main thread's answer and its next request, a commit that is no answer is not
    /// sent: it would wait for a whole frame, and the next answer behind it.
    @Test func noCommitKeepsAnAnswerWaiting() throws {
      let (stage, _, _) = try stageWithoutWaiting()
      let (isBetween, isDone) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
      defer {
        stage.screen.willDraw.withLock { $0 = nil }
        isDone.signal()
      }
      for frame in 1...12 {
        #expect(stage.screen.waits(withDrawings: frame))
        // The main thread is asked for a frame while the one before is drawn.
        workLong(stage)
        try stage.turn()
        if frame == 5 {
          stage.screen.willDraw.withLock {
            $0 = {
              isBetween.signal()
              _ = isDone.wait(timeout: .now() + 20)
            }
          }
        }
        #expect(stage.screen.step())
        guard frame >= 5 else { continue }
        #expect(isBetween.wait(timeout: .now() + 20) == .success)
        stage.loop.background = frame.isMultiple(of: 2) ? .black : .white
        try stage.turn()
        isDone.signal()
      }
      #expect(try stage.turn { stage.records.count >= 12 })
      #expect(stage.records[4..<12].map(\.skew) == Array(repeating: 0, count: 8))
    }

    /// An animation that begins when the next refresh is near begins one refresh later rather than with a custom property
    /// that is behind.
    @Test func animationsBeginTogether() throws {
      let stage = ServedStage(SlowScreen())
      let gauge = stage.add(DrawnTimes())
      // What drawing takes is known from earlier frames.
      let end = try stage.turn { stage.records.count >= 1 }
      #expect(end)
      var judged = 0
      for round in 1...20 where judged < 3 {
        let pause = MediaClock.machineTime + 1
        #expect(try stage.turn { MediaClock.machineTime > pause })
        _ = stage.screen.takeDelay()
        var (last, delay) = (0.0, stage.screen.wait(untilBeforeRefresh: 0.1))
        let shown = stage.records.count
        stage.grow(gauge, for: 5)
        let begin = stage.move(gauge)
        last = begin
        let areShown = try stage.turn {
          let now = MediaClock.machineTime
          (last, delay) = (now, max(delay, now - last))
          return stage.records.count >= shown + 3
        }
        #expect(areShown)
        defer { gauge.removeAllAnimations() }
        // A machine that stops either thread for long makes frames late whatever they do.
        if max(delay, stage.screen.takeDelay()) > 0.05 { continue }
        judged += 1
        let records = stage.records[shown..<shown + 3]
        #expect(
          records.map(\.skew) == [0, 0, 0],
          "\(round): \(records.map { ($0.begin, $0.time, $0.display) }), from \(begin)")
      }
      #expect(judged > 0)
    }

    /// Whatever the main thread is busy with: a frame without skew has custom and built-in properties of one
    /// time, and one with skew shows the drawing of a time that is behind by that much.
    @Test func skewIsTheTimeBetweenCustomAndBuiltIn() throws {
      let stage = ServedStage(QuickScreen())
      let gauge = stage.add(DrawnTimes())
      let begin = stage.move(gauge)
      stage.grow(gauge, for: 100, from: begin)
      var random = SeededRandom(seed: 11)
      let isShown = try stage.turn {
        Thread.sleep(forTimeInterval: .random(in: 0...0.003, using: &random))
        return stage.records.count >= 300
      }
      #expect(isShown)
      stage.loop.stop()
      let first = try #require(gauge.drawn.first).time
      for record in stage.records where record.time - record.skew >= first {
        let joined = record.time - record.skew
        let percent = try #require(gauge.drawn.last { abs($0.time - joined) < 1e-9 }).percent
        #expect(isClose(percent, joined - begin, within: 1e-6))
        let frame = try #require(stage.screen.all.first { $0.time == record.display })
        #expect(isClose(frame.x, (record.time - begin) * 10, within: 1e-6))
        // Ten points a second, in which the drawing was not.
        let distance = try #require(record.skewDistance)
        #expect(isClose(distance, record.skew * 10, within: 1e-6))
      }
    }

    /// Where frames wait for no refresh none can be missed: each is at a time of its own, and waits for the main thread,
    /// however long that takes. Its time is chosen after the commit, in which animations begin.
    @Test(arguments: [false, true])
    func framesWithoutRefreshesWaitForTheMainThread(isBoundToThread: Bool) throws {
      let stage = ServedStage(FreeScreen(isBoundToThread: isBoundToThread))
      let gauge = stage.add(DrawnTimes())
      stage.grow(gauge, for: 100, from: stage.move(gauge))
      var random = SeededRandom(seed: 3)
      let isShown = try stage.turn {
        Thread.sleep(forTimeInterval: .random(in: 0...0.03, using: &random))
        return stage.records.count >= 40
      }
      #expect(isShown)
      let first = try #require(gauge.drawn.first).time
      let joined = stage.records.filter { $0.time >= first }
      #expect(joined.count > 30)
      for (record, next) in zip(joined, joined.dropFirst()) {
        #expect(record.skew == 0)
        #expect(record.time < next.time)
        #expect(record.time >= record.begin)
      }
    }

    /// A paused layer that is moved in its time draws its custom property for the new time, although no frame
    /// follows: with a window's tools, by a step of the time, or with a slider.
    @Test func pausedLayersDrawForTheTimeToWhichTheyAreMoved() throws {
      let stage = ServedStage(SteppedScreen())
      let gauge = stage.add(DrawnTimes())
      gauge.speed = 0
      gauge.timeOffset = 10
      stage.grow(gauge, for: 100, from: 5)
      _ = try stage.step()
      #expect(isClose(gauge.drawn.last?.percent ?? -1, 5))
      for time in [30.0, 7.5, 104.9, 60] {
        gauge.timeOffset = time
        #expect(try stage.step())
        #expect(isClose(gauge.drawn.last?.percent ?? -1, time - 5), "\(time)")
      }
      // Nothing else draws.
      let count = gauge.drawn.count
      for _ in 0..<5 { try stage.turn() }
      #expect(gauge.drawn.count == count)
    }

    /// The time in which nothing moved does not count as skew.
    @Test func pauseIsNoSkew() throws {
      let stage = ServedStage(QuickScreen())
      let gauge = stage.add(DrawnTimes())
      gauge.speed = 0
      gauge.timeOffset = 10
      // It lasts on from whatever the machine's time is, which the layer's time joins.
      stage.grow(gauge, for: 1e9, from: 5)
      #expect(try stage.turn { !stage.records.isEmpty })
      Thread.sleep(forTimeInterval: 0.2)
      let count = stage.records.count
      let resumed = MediaClock.now
      gauge.speed = 1
      #expect(try stage.turn { stage.records.count >= count + 5 })
      for record in stage.records.dropFirst(count) {
        #expect(record.skew <= max(0, record.time - resumed))
      }
    }

    /// A hundred commits between two refreshes: the frame shows the last, and nothing is lost.
    @Test func manyCommitsBetweenTwoRefreshes() throws {
      let stage = ServedStage(SteppedScreen())
      stage.root.actions = ["sublayers": NSNull()]
      let layer = stage.add(CALayer())
      layer.actions = ["position": NSNull()]
      try stage.turn()
      #expect(stage.screen.step())
      for x in 1...100 {
        layer.position.x = CGFloat(x)
        try stage.turn()
      }
      // The first of them may have been taken at once; the others are few commits.
      let isShown = try stage.turn {
        stage.screen.pass()
        return stage.screen.all.last?.x == 100
      }
      #expect(isShown)
      #expect(stage.screen.all.count <= 6)
    }

    @Test func startsAreReportedAfterTheCommitAndEndsAfterTheirFrames() throws {
      let stage = ServedStage(SteppedScreen())
      let (layer, spy) = (stage.add(CALayer()), AnimationDelegateSpy())
      let fade = CABasicAnimation(keyPath: "opacity")
      (fade.fromValue, fade.toValue, fade.duration, fade.delegate) = (0, 1, 0.1, spy)
      layer.add(fade, forKey: nil)
      let began = MediaClock.now
      try stage.turn()
      #expect(spy.log.isEmpty, "callbacks come from the run loop")
      try stage.turn()
      #expect(spy.log == ["start"])
      // The first frames are for refreshes before the animation.
      for _ in 0..<2000 where spy.log.count < 2 {
        #expect(stage.screen.step())
        _ = stage.woken.wait(timeout: .now() + 0.01)
        try stage.turn()
        let shown = stage.records.contains { $0.time >= began + fade.duration }
        #expect(spy.log.count < 2 || shown)
      }
      #expect(spy.log.count == 2)
      #expect(layer.animationKeys() == nil)
    }

    /// What an observer of a frame changes has callbacks, which come before the next commit, as those of an event do.
    @Test func callbacksOfObserversComeBeforeTheCommit() throws {
      let stage = ServedStage(SteppedScreen())
      let (layer, spy) = (stage.add(CALayer()), AnimationDelegateSpy())
      let fade = CABasicAnimation(keyPath: "opacity")
      (fade.fromValue, fade.toValue, fade.duration, fade.delegate) = (0, 1, 100, spy)
      layer.add(fade, forKey: "fade")
      #expect(try stage.turn { spy.log == ["start"] })
      var logAtCommit: [String]?
      stage.onFinish = { layer.removeAnimation(forKey: "fade") }
      stage.onCommit = { if layer.animationKeys() == nil { logAtCommit = logAtCommit ?? spy.log } }
      #expect(try stage.step())
      #expect(try stage.turn { logAtCommit != nil })
      #expect(logAtCommit?.count == 2)
    }

    /// Where only particles move, a frame needs the main thread for its observers alone, such as an overlay.
    @Test(arguments: [false, true])
    func framesOfParticlesHaveTheObserversPart(hasObservers: Bool) throws {
      // Frames wait for the main thread.
      let stage = ServedStage(SteppedScreen(lead: 5))
      stage.hasObservers = hasObservers
      let cell = CAEmitterCell()
      (cell.birthRate, cell.lifetime) = (600, 100)
      cell.contents = CGImage(width: 1, height: 1, premultipliedRGBA: [255, 255, 255, 255])
      stage.add(CAEmitterLayer()).emitterCells = [cell]
      try stage.turn()
      let before = stage.parts
      for _ in 0..<6 { #expect(try stage.step()) }
      #expect(hasObservers ? stage.parts - before >= 4 : stage.parts == before)
    }

    /// A commit without changes of layers, such as for a lost picture, leaves the records of frames whole.
    @Test func recordsAreWholeWithoutChangesOfLayers() throws {
      let stage = ServedStage(SteppedScreen())
      _ = stage.move(stage.add(CALayer()))
      let before = MediaClock.now
      for count in 1...4 {
        stage.loop.setNeedsRedraw()
        try stage.turn()
        #expect(stage.screen.step())
        #expect(try stage.turn { stage.records.count >= count })
      }
      for record in stage.records {
        #expect(record.begin >= before)
        #expect(record.animations == 1)
      }
    }

    @Test func nothingIsDrawnBeforeTheFirstCommit() throws {
      let stage = ServedStage(SteppedScreen())
      let layer = stage.add(CALayer())
      layer.position.x = 33
      Thread.sleep(forTimeInterval: 0.02)
      try stage.turn()
      #expect(stage.screen.step())
      #expect(stage.screen.all.map(\.x) == [33])
    }

    /// Without changes and animations neither thread runs.
    @Test func idleServersDrawNothing() throws {
      let stage = ServedStage(SteppedScreen())
      let layer = stage.add(CALayer())
      try stage.turn()
      #expect(stage.screen.step())
      for _ in 0..<3 {
        try stage.turn()
        Thread.sleep(forTimeInterval: 0.01)
      }
      #expect(stage.screen.all.count == 1)
      #expect(stage.loop.nextWake(after: MediaClock.now) == nil)
      layer.isHidden = true
      #expect(try stage.step())
      #expect(stage.screen.all.count == 2)
    }

    /// What an update replaced is not kept while the main thread makes no commit, though that could take it back.
    @Test func idleServersKeepNothingThatWasReplaced() throws {
      let stage = ServedStage(SteppedScreen())
      let layer = stage.add(CALayer())
      weak var former: CGImage?
      do {
        let image = CGImage(width: 1, height: 1, premultipliedRGBA: [0, 0, 0, 255])
        (layer.contents, former) = (image, image)
      }
      try stage.turn()
      #expect(stage.screen.step())
      #expect(former != nil)
      CATransaction.setDisableActions(true)
      layer.contents = nil
      // No turn takes anything back after the commit.
      try stage.turn()
      #expect(stage.screen.step())
      let end = MediaClock.machineTime + 20
      while former != nil, MediaClock.machineTime < end { Thread.sleep(forTimeInterval: 0.001) }
      #expect(former == nil)
    }

    /// While something moves, the main thread may have nothing to commit for long: the server releases what it replaced
    /// after some frames.
    @Test func busyServersKeepNothingThatWasReplaced() throws {
      let stage = ServedStage(SteppedScreen())
      let layer = stage.add(CALayer())
      _ = stage.move(stage.add(CALayer()))
      weak var former: CGImage?
      do {
        let image = CGImage(width: 1, height: 1, premultipliedRGBA: [0, 0, 0, 255])
        (layer.contents, former) = (image, image)
      }
      for _ in 0..<3 { #expect(try stage.step()) }
      // The commit of the last turn is taken with the next frame, after which another can be sent.
      #expect(stage.screen.step())
      #expect(stage.screen.waits(withDrawings: stage.screen.all.count + 1))
      CATransaction.setDisableActions(true)
      layer.contents = nil
      try stage.turn()
      // No turn takes anything back from here on. A frame is shown before the server is done with it, and the commit may
      // be taken a frame later.
      for _ in 0..<30 where former != nil { #expect(stage.screen.step()) }
      #expect(former == nil)
    }

    /// What a commit replaces comes back to the main thread, which made it: the server's thread releases none of it.
    @Test func serverReleasesNothingThatWasReplaced() throws {
      let stage = ServedStage(SteppedScreen())
      let layer = stage.add(CALayer())
      _ = stage.move(stage.add(CALayer()))
      let releases = Mutex<[Bool]>([])
      var drawings = 0
      for _ in 1...5 {
        CATransaction.setDisableActions(true)
        layer.contents = Contents { isElsewhere in releases.withLock { $0.append(isElsewhere) } }
        // The commit before may still be on its way, so that this one is sent with the next frame.
        for _ in 0..<3 {
          try stage.turn()
          if drawings > 0 { stage.screen.pass() }
          drawings += 1
          #expect(stage.screen.waits(withDrawings: drawings))
        }
        try stage.turn()
      }
      let found = releases.withLock { $0 }
      #expect(found == [true, true, true, true])
    }

    /// Nor does it while nothing moves by itself, where the main thread soon commits again, as with labels that change in
    /// each frame: it waits for that before it releases anything.
    @Test func restingServersLeaveWhatWasReplaced() throws {
      let stage = ServedStage(SteppedScreen())
      let layer = stage.add(CALayer())
      let releases = Mutex<[Bool]>([])
      for _ in 1...40 {
        CATransaction.setDisableActions(true)
        layer.contents = Contents { isElsewhere in releases.withLock { $0.append(isElsewhere) } }
        #expect(try stage.step())
      }
      let found = releases.withLock { $0 }
      // A thread of a busy machine may stand still for longer than the server waits.
      #expect(found.count { $0 } > 20, "\(found)")
    }

    /// Frames that are shown while the main thread is blocked on purpose are marked so, up to its commit.
    @Test func framesOfABlockOnPurposeAreMarked() throws {
      let stage = ServedStage(QuickScreen())
      _ = stage.move(stage.add(CALayer()))
      #expect(try stage.turn { stage.screen.all.count > 3 })
      var faults = FrameFaults()
      faults.commit = 0.3
      stage.loop.inject(faults)
      // It comes with the next commit, and not before.
      #expect(try stage.turn { stage.screen.all.count > 10 })
      stage.root.backgroundColor = .white
      let called = MediaClock.machineTime
      stage.didBegin = nil
      try stage.turn()
      let began = try #require(stage.didBegin)
      let ended = MediaClock.machineTime
      #expect(try stage.turn { stage.records.filter { $0.begin > ended }.count > 10 })
      #expect(stage.records.allSatisfy { $0.begin >= called || !$0.isInjected })
      // A frame asks for its faults shortly before it begins.
      let during = stage.records.filter { $0.begin > began && $0.begin < began + 0.3 }.dropFirst()
      #expect(during.count > 3 && during.allSatisfy(\.isInjected), "\(during.map(\.isInjected))")
      let after = stage.records.filter { $0.begin > ended }.dropFirst()
      #expect(after.count > 3 && !after.contains(where: \.isInjected))
    }

    @Test func hiddenWindowsAreNotDrawn() throws {
      let stage = ServedStage(SteppedScreen())
      _ = stage.move(stage.add(CALayer()))
      try stage.turn()
      #expect(stage.screen.step())
      #expect(try stage.turn { stage.screen.isContinuous })
      stage.loop.isVisible = false
      // Frames may have begun before the server learned of it.
      let isHidden = try stage.turn {
        stage.screen.pass()
        return !stage.screen.isContinuous
      }
      #expect(isHidden)
      let count = stage.screen.all.count
      for _ in 0..<5 {
        stage.screen.pass()
        try stage.turn()
        Thread.sleep(forTimeInterval: 0.01)
      }
      #expect(stage.screen.all.count == count)
      stage.loop.isVisible = true
      #expect(try stage.step())
    }

    @Test(arguments: [false, true])
    func screensThatFailEndTheFramesWithTheirError(isBoundToThread: Bool) throws {
      let stage = ServedStage(SteppedScreen(isBoundToThread: isBoundToThread))
      stage.screen.isBroken.withLock { $0 = true }
      _ = stage.move(stage.add(CALayer()))
      #expect(throws: SteppedScreen.Broken.self) { _ = try stage.turn { false } }
      stage.loop.stop()
    }

    /// In mid-frame, twice, and before the first commit.
    @Test func serversEndInAnyState() throws {
      for turns in 0..<3 {
        let stage = ServedStage(SteppedScreen())
        _ = stage.move(stage.add(CALayer()))
        for _ in 0..<turns { try stage.turn() }
        stage.screen.letGo()
        stage.loop.stop()
        stage.loop.stop()
      }
    }

    /// Another tree takes the place of the first; nothing of it remains.
    @Test func anotherTreeReplacesTheFirst() throws {
      let stage = ServedStage(SteppedScreen())
      _ = stage.move(stage.add(CALayer()))
      try stage.turn()
      #expect(stage.screen.step())
      let other = CALayer()
      other.bounds = stage.root.bounds
      let box = CALayer()
      (box.bounds, box.anchorPoint) = (CGRect(x: 0, y: 0, width: 5, height: 5), .zero)
      (box.position, box.backgroundColor) = (CGPoint(x: 77, y: 0), .white)
      other.addSublayer(box)
      let context = LayerContext(root: other)
      stage.loop.show(context)
      let isShown = try stage.turn {
        stage.screen.pass()
        return stage.screen.all.last?.x == 77
      }
      #expect(isShown)
      stage.loop.stop()
      context.invalidate()
    }
  }
}

/// Contents that report whether another thread than a server's releases them.
private final class Contents {
  private let released: @Sendable (Bool) -> Void

  init(released: @escaping @Sendable (Bool) -> Void) { self.released = released }

  deinit { released(!isOnServer) }
}
