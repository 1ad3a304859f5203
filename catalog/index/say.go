package index

import (
	"stead/catalog/piece"
	"stead/timeline"
)

// placed is a piece of a session on its way into the database, with where it stands.
type placed struct {
	piece.Piece
	line, child int
	offset      int64
}

// entry adds what an entry says, and counts it. An entry of another session, with which this one begins, is that one's,
// and so is one that this one repeats.
func (x *extraction) entry(e *timeline.Entry) {
	if e.Native != nil && e.Native.Session != "" {
		return
	}
	pieces := x.splitter.Split(e)
	holder, isCounted := x.kin.meet(e, x.child, x.turn())
	if holder == 0 {
		for _, p := range pieces {
			x.add(e, p)
		}
	}
	isOwn := !isCounted && x.isOwn(e)
	if e.Hidden {
		if isOwn {
			x.count.tokens(e) // which may stand in a record of their own
		}
		return
	}
	switch e.Type {
	case timeline.ToolCall:
		x.open[e.ID] = openCall{Words: x.splitter.Tools[e.ID], Tool: toolOf(e)}
		if e.Tool == timeline.Task {
			x.started[e.ID] = x.splitter.Turn
		}
	case timeline.ToolResult:
		call, isKnown := x.open[e.CallID]
		if !isKnown && x.isResumed {
			x.err = errUnknownCall
		}
		delete(x.open, e.CallID)
		if isOwn && !e.Success {
			x.count.failure(e, call.Tool)
		}
	}
	if isOwn {
		x.own(e)
	}
}

// isOwn reports whether an entry is the session's own, rather than delivered by stead.
func (x *extraction) isOwn(e *timeline.Entry) bool {
	return x.child > 0 || e.Native == nil || e.Native.Line <= x.after || e.Native.Line > x.upTo
}

// own counts an entry of the session's own. The prompts of a sub-agent begin no turn.
func (x *extraction) own(e *timeline.Entry) {
	x.count.entry(e)
	if x.child == 0 && e.StartsTurn() {
		x.count.turns[dayOf(e.Timestamp)]++
	}
}

// turn is the turn that is being read. That of a sub-agent is the one in which it was started.
func (x *extraction) turn() int {
	if x.child > 0 {
		return x.childTurn
	}
	return x.splitter.Turn
}

func (x *extraction) add(e *timeline.Entry, p piece.Piece) {
	at := placed{Piece: p, child: x.child}
	at.Turn = x.turn()
	if e.Native != nil {
		at.line, at.offset = e.Native.Line, e.Native.Offset
	}
	at.Path, at.Body = piece.Indexed(p.Path), piece.Indexed(p.Body)
	x.send(at)
}

// toolOf returns the name under which a tool's uses are counted.
func toolOf(e *timeline.Entry) string {
	if e.Tool == timeline.Unknown && e.OriginalTool != "" || e.Tool == "" {
		return e.OriginalTool
	}
	return string(e.Tool)
}
