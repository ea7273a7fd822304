// Subclasses+Dynamics.swift
// Subclasses of the open classes of UIKit Dynamics, made by each initialiser.
//
// SPDX-License-Identifier: MIT

import Foundation
import UIKit

extension SubclassTable {
  static func dynamics() -> [Row] {
    let view = UIView()
    return [
      Row(
        "UIDynamicAnimator",
        [
          SubUIDynamicAnimator(), SubUIDynamicAnimator(referenceView: view),
          SubUIDynamicAnimator(collectionViewLayout: UICollectionViewFlowLayout()),
        ]),
      Row("UIDynamicBehavior", [SubUIDynamicBehavior()]),
      Row("UIGravityBehavior", [SubUIGravityBehavior(items: [view]), SubUIGravityBehavior()]),
      Row(
        "UICollisionBehavior", [SubUICollisionBehavior(items: [view]), SubUICollisionBehavior()]),
      Row(
        "UIDynamicItemBehavior",
        [SubUIDynamicItemBehavior(items: [view]), SubUIDynamicItemBehavior()]),
      Row("UIPushBehavior", [SubUIPushBehavior(items: [view], mode: .instantaneous)]),
      Row("UISnapBehavior", [SubUISnapBehavior(item: view, snapTo: .zero)]),
      Row(
        "UIAttachmentBehavior",
        [
          SubUIAttachmentBehavior(item: view, attachedToAnchor: .zero),
          SubUIAttachmentBehavior(
            item: view, offsetFromCenter: .zero, attachedToAnchor: .zero),
          SubUIAttachmentBehavior(item: view, attachedTo: view),
          SubUIAttachmentBehavior(
            item: view, offsetFromCenter: .zero, attachedTo: view, offsetFromCenter: .zero),
        ]),
      Row("UIDynamicItemGroup", [SubUIDynamicItemGroup(items: [view])]),
      Row(
        "NSDataAsset", [SubNSDataAsset(name: "none"), SubNSDataAsset(name: "none", bundle: .main)]),
    ]
  }
}

private class SubUIDynamicAnimator: UIDynamicAnimator { var mark = 1 }
private class SubUIDynamicBehavior: UIDynamicBehavior { var mark = 1 }
private class SubUIGravityBehavior: UIGravityBehavior { var mark = 1 }
private class SubUICollisionBehavior: UICollisionBehavior { var mark = 1 }
private class SubUIDynamicItemBehavior: UIDynamicItemBehavior { var mark = 1 }
private class SubUIPushBehavior: UIPushBehavior { var mark = 1 }
private class SubUISnapBehavior: UISnapBehavior { var mark = 1 }
private class SubUIAttachmentBehavior: UIAttachmentBehavior { var mark = 1 }
private class SubUIDynamicItemGroup: UIDynamicItemGroup { var mark = 1 }
private class SubNSDataAsset: NSDataAsset, @unchecked Sendable { var mark = 1 }
