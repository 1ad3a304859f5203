package transcript

import "stead/timeline"

// Activity is what a running session has done so far. The zero value has done nothing.
type Activity struct {
	// Turns counts the model's answers, Tokens the tokens that they took. Cost is in US dollars, as far as the CLI reports
	// it.
	Turns, Tokens int64
	Cost          float64
	// Last is the last call or answer, or its beginning, as one line. It is a stranger's text.
	Last string

	answering bool
}

// longestAction is the number of bytes of an answer that may be shown in a line.
const longestAction = 400

// Add counts an entry in the same way as a run's record.
func (a *Activity) Add(e *timeline.Entry) {
	if e.Usage != nil {
		a.Tokens, a.Cost = a.Tokens+e.Usage.Input+e.Usage.Output, a.Cost+e.Usage.Cost
	}
	if !e.Active() {
		return
	}
	answer := e.Type == timeline.Assistant || e.Type == timeline.ToolCall
	if answer && !a.answering {
		a.Turns++
	}
	a.answering = answer
	switch {
	case e.Type == timeline.ToolCall:
		a.Last = Headline(e)
	case e.Type == timeline.Assistant && !e.Content.IsBlank():
		a.Last = e.Content.Head(longestAction)
	}
}

// AtLeast raises the figures to those of a run's record if these are larger: the record includes earlier turns.
func (a *Activity) AtLeast(turns int, usage timeline.Usage, cost float64) {
	a.Turns, a.Tokens, a.Cost = max(a.Turns, int64(turns)), max(a.Tokens, usage.Input+usage.Output), max(a.Cost, cost)
}
