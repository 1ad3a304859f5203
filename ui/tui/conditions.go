package tui

import (
	"stead/inject/signals"
)

// condition says when a key works, and why it does not when it does not.
type condition struct {
	holds func(*Model) bool
	// why returns the reason. It is nil if a key that does not work needs none: it has no meaning there.
	why func(*Model) string
}

func (c *condition) reason(m *Model) string {
	if c.why == nil {
		return ""
	}
	return c.why(m)
}

// The conditions without a reason: another binding has the key, or nobody expects it.
var (
	whileInside    = &condition{holds: isInside}
	whileOutside   = &condition{holds: isOutside}
	whileFiltered  = &condition{holds: isFiltered}
	whilePicking   = &condition{holds: isPicking}
	whileElsewhere = &condition{holds: isElsewhere}
	whileReading   = &condition{holds: isReading}
	whileFinding   = &condition{holds: isFinding}

	outsideATimeline = &condition{holds: isNotReading}
)

// The conditions with the reasons that the user sees.
var (
	aSession      = &condition{hasSession, whyNoSession}
	aSessionHere  = &condition{isHere, whyNotHere}
	aRun          = &condition{hasRun, whyNoRun}
	aTerminal     = &condition{canWatch, whyNoTerminal}
	aFolder       = &condition{hasWork, whyNoWork}
	aQuestion     = &condition{isAsked, whyNoQuestion}
	aMark         = &condition{hasMark, whyNoMark}
	aTimeline     = &condition{isReading, whyNoTimeline}
	toFind        = &condition{isFinding, said("/ in a timeline finds a text; N then goes to the hit before")}
	oneThatWaits  = &condition{hasWaiting, said("nothing else here needs you")}
	outsideForNew = &condition{isNotReading, said("/ finds a text, n then goes to the next hit; in the list n begins a session")}
)

func said(text string) func(*Model) string { return func(*Model) string { return text } }

func whyNoSession(*Model) string { return "there is no session here: 1 lists the sessions, 2 the runs" }

func whyNotHere(m *Model) string {
	if !hasSession(m) {
		return whyNoSession(m)
	}
	return "this works only on its own machine, " + m.row().Machine + ": c continues it here"
}

func whyNoRun(m *Model) string {
	switch r := m.row(); {
	case !hasSession(m):
		return whyNoSession(m)
	case r.Origin.Run != "" && m.lists.view == Runs:
		return "this run has ended: o resumes it, c continues it in another CLI"
	}
	return "this session has no run: c continues it in a CLI"
}

func whyNoTerminal(m *Model) string {
	if hasRun(m) {
		return "its terminal is on " + m.row().Machine + ": a attaches to it"
	}
	return whyNoRun(m)
}

func whyNoWork(m *Model) string {
	switch {
	case !isHere(m):
		return whyNotHere(m)
	case !m.lists.view.showsSessions() || m.row().Origin.Run == "":
		return "this session has no run: stead knows of runs what they have changed"
	}
	return ""
}

func whyNoQuestion(m *Model) string {
	if hasRun(m) {
		return "its run asks for no permission"
	}
	return whyNoRun(m)
}

func whyNoMark(m *Model) string {
	switch {
	case !isHere(m):
		return whyNotHere(m)
	case m.marked == "":
		return "m marks a session first, = then compares another one with it"
	}
	return "this is the marked session: = compares another one with it"
}

func whyNoTimeline(m *Model) string {
	if !isHere(m) {
		return whyNotHere(m)
	}
	return "this works in a timeline: enter opens it"
}

// hasWaiting reports whether a line other than the chosen one needs the user.
func hasWaiting(m *Model) bool { return m.lists.shown().list.nextWaiting() >= 0 }

func isInside(m *Model) bool   { return m.isInside }
func isOutside(m *Model) bool  { return !m.isInside && (hasSession(m) || m.entry() != nil) }
func isFiltered(m *Model) bool { return !m.isInside && m.lists.shown().filter.Value() != "" }
func isPicking(m *Model) bool  { return m.picks && !m.isInside && hasSession(m) }
func isReading(m *Model) bool {
	return m.isInside && isHere(m) && !isPictured(m) && !m.work.isVisible(m)
}
func isNotReading(m *Model) bool { return !isReading(m) }
func isFinding(m *Model) bool    { return isReading(m) && m.beside.session.Finds() }

func hasSession(m *Model) bool {
	i, ok := m.lists.chosen()
	return ok && i.entry == nil
}

// isElsewhere reports whether the chosen session is on another machine. Verbs read it and act on it there.
func isElsewhere(m *Model) bool { return hasSession(m) && m.row().Machine != "" }

// isHere reports whether the chosen session is on this machine.
func isHere(m *Model) bool { return hasSession(m) && m.row().Machine == "" }

// hasMark reports whether a session other than the chosen one is marked.
func hasMark(m *Model) bool { return isHere(m) && m.marked != "" && m.marked != m.row().Reference }

// isAsked reports whether the chosen session's run waits for a permission.
func isAsked(m *Model) bool { return hasRun(m) && m.row().Origin.State == signals.Permission }

// hasRun reports whether a run of stead works on the chosen session.
func hasRun(m *Model) bool {
	i, ok := m.lists.chosen()
	return ok && i.row.Origin.Run != "" && i.row.Origin.State != "" && !i.row.Origin.State.Ended()
}
