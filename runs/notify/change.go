package notify

import (
	"stead/inject/signals"
	"stead/runs"
)

// stateOf returns the state of a run. For a run that has ended, it reflects the outcome.
func stateOf(r runs.Run) signals.State {
	switch {
	case r.Status == runs.Completed:
		return signals.Done
	case r.Status == runs.Failed && r.State != signals.Limited:
		return signals.Failed
	}
	return r.State
}

// kindOf returns what happened between two records of a run.
func kindOf(last, now runs.Run) Kind {
	switch {
	case len(now.Hops) > len(last.Hops) && now.Opened == "":
		return Moved
	case now.Status == runs.Interrupted: // caused by the user
		return ""
	case now.State == last.State:
		if now.State == signals.Permission && last.About != "" && now.About != last.About {
			return Waiting // for something else
		}
		return ""
	}
	return entered(last, now)
}

// entered returns the event of a run that has entered its state.
func entered(last, now runs.Run) Kind {
	switch now.State {
	case signals.Working:
		if last.State != signals.Permission { // otherwise the same turn continues
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

// doneKind distinguishes the end of a turn from the user's exit from the CLI after a turn that was already reported.
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

// inputKind distinguishes a finished turn from a question by the CLI. The very first prompt is neither.
func inputKind(last, now runs.Run) Kind {
	switch {
	case now.About != "":
		return Waiting
	case last.State == signals.Starting, last.State == "":
		return ""
	}
	return Finished
}
