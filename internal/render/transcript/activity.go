package transcript

import "stead/timeline"

// Activity is what a session that goes on has done so far. The zero value has done nothing.
type Activity struct {
	// Turns are the model's answers, Tokens what they took, Cost is in US dollars, as far as the CLI tells.
	Turns, Tokens int64
	Cost          float64
	// Last is the last call or answer, in a line or its beginning. It is a stranger's text.
	Last string

	answering bool
}

// longestAction is how much of an answer can be shown in a line, in bytes.
const longestAction = 400

// Add counts an entry as a run's record will.
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

// AtLeast takes the figures of a run's record where they are larger: the record knows of turns that came before.
func (a *Activity) AtLeast(turns int, usage timeline.Usage, cost float64) {
	a.Turns, a.Tokens, a.Cost = max(a.Turns, int64(turns)), max(a.Tokens, usage.Input+usage.Output), max(a.Cost, cost)
}
