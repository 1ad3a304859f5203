package notify

import (
	"stead/inject/signals"
	"stead/runs"
)

// stateOf returns the state of a run: of one that has ended, how it did.
func stateOf(r runs.Run) signals.State {
	switch {
	case r.Status == runs.Completed:
		return signals.Done
	case r.Status == runs.Failed && r.State != signals.Limited:
		return signals.Failed
	}
	return r.State
}

// kindOf says what has happened between two records of a run.
func kindOf(last, now runs.Run) Kind {
	switch {
	case len(now.Hops) > len(last.Hops) && now.Opened == "":
		return Moved
	case now.Status == runs.Interrupted: // the user did that
		return ""
	case now.State == last.State:
		if now.State == signals.Permission && last.About != "" && now.About != last.About {
			return Waiting // for something else
		}
		return ""
	}
	return entered(last, now)
}

// entered says what it means that a run has come into its state.
func entered(last, now runs.Run) Kind {
	switch now.State {
	case signals.Working:
		if last.State != signals.Permission { // else the same turn goes on
			return Started
		}
	case signals.Permission:
		return Waiting
	case signals.Input:
		return inputKind(last, now)
	case signals.Failed:
		return Failed
	case signals.Limited:
		return Limited
	case signals.Done:
		return doneKind(last, now)
	}
	return ""
}

// doneKind tells the end of a turn that went on from one of which all was said, when the user ends the CLI.
func doneKind(last, now runs.Run) Kind {
	switch last.State {
	case signals.Starting, signals.Working:
		return Finished
	case signals.Permission:
		if now.Headless {
			return Finished
		}
	}
	return ""
}

// inputKind tells a finished turn from a question that the CLI has asked. The first prompt of all is neither.
func inputKind(last, now runs.Run) Kind {
	switch {
	case now.About != "":
		return Waiting
	case last.State == signals.Starting, last.State == "":
		return ""
	}
	return Finished
}
