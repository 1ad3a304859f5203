// Package transcript holds the code that the displays of a session for people share: it matches results to calls,
// labels calls, and summarizes a session. The packages below it display sessions: terminal on a screen, markdown and
// html in a file.
package transcript

import (
	"iter"
	"strings"

	"stead/timeline"
)

// Step is one step of a session as shown to people. Entry is nil in the last step of a session that has sub-agents
// whose starting call is unknown: that step holds these sub-agents.
type Step struct {
	Entry *timeline.Entry
	// Number is the entry's place in the conversation, counted from 1. It is 0 for an entry of an abandoned branch.
	// ResultNumber is the place of Result.
	Number, ResultNumber int
	// Result is the result of a call. It is nil if the call has none, or if the result came so much later that it is a
	// step of its own.
	Result *timeline.Entry
	// Answers is the headline of the call that a result in its own step answers.
	Answers string
	// Agents are the sessions of the sub-agents that the call started.
	Agents []timeline.Stream
}

// The maximum distance between a call and its result in the same step. It limits the memory that held steps take.
const (
	mostHeld      = 64
	mostHeldBytes = 4 << 20
)

// Steps yields the entries that people see, each call together with its result. The error is that of the stream.
func Steps(s timeline.Stream) iter.Seq2[Step, error] {
	return func(yield func(Step, error) bool) {
		p := pairing{late: map[string]string{}, agents: agentsByCall(s), yield: yield}
		for e, err := range s.Entries {
			if err != nil {
				if p.flush(0) {
					yield(Step{}, err)
				}
				return
			}
			if IsShown(e) && !p.take(e) {
				return
			}
		}
		if p.flush(0) {
			p.rest(s)
		}
	}
}

// NotePrefix begins the id of a note in a run's journal that stead itself wrote: it says where the run continues.
// People see it, although it is hidden from all models.
const NotePrefix = "opened-"

// IsShown reports whether people see an entry.
func IsShown(e *timeline.Entry) bool {
	return !e.Hidden || e.Type == timeline.System && e.Native == nil && strings.HasPrefix(e.ID, NotePrefix)
}

func agentsByCall(s timeline.Stream) map[string][]timeline.Stream {
	agents := map[string][]timeline.Stream{}
	for _, child := range s.Children {
		at := ""
		if child.Header.Lineage != nil {
			at = child.Header.Lineage.At
		}
		agents[at] = append(agents[at], child)
	}
	return agents
}

// pairing holds back the steps from the first call without a result on.
type pairing struct {
	held  []Step
	bytes int
	// number is the number of entries of the conversation so far.
	number int
	// late are the headlines of calls that were yielded without a result, by id.
	late   map[string]string
	agents map[string][]timeline.Stream
	yield  func(Step, error) bool
}

// take handles the next entry. It returns false if the consumer wants no more.
func (p *pairing) take(e *timeline.Entry) bool {
	number := 0
	if e.Active() {
		p.number++
		number = p.number
	}
	if e.Type == timeline.ToolResult && p.join(e, number) {
		return p.handOn()
	}
	if e.StartsTurn() && !p.flush(0) {
		return false // a call without a result by now was interrupted
	}
	step := Step{Entry: e, Number: number}
	switch e.Type {
	case timeline.ToolResult:
		step.Answers = p.late[e.CallID]
		delete(p.late, e.CallID)
	case timeline.ToolCall:
		step.Agents = p.agents[e.ID]
		delete(p.agents, e.ID)
	default:
	}
	if len(p.held) == 0 && e.Type != timeline.ToolCall {
		return p.yield(step, nil)
	}
	step.Entry = e.Clone()
	p.held, p.bytes = append(p.held, step), p.bytes+size(e)
	for len(p.held) > mostHeld || p.bytes > mostHeldBytes {
		if !p.flush(len(p.held)-1) || !p.handOn() {
			return false
		}
	}
	return true
}

// join adds a result to its call, if that call is still held.
func (p *pairing) join(result *timeline.Entry, number int) bool {
	for i := range p.held {
		call := &p.held[i]
		if call.Entry.Type == timeline.ToolCall && call.Result == nil && call.Entry.ID == result.CallID &&
			call.Entry.Branch == result.Branch {
			call.Result, call.ResultNumber = result.Clone(), number
			p.bytes += size(result)
			return true
		}
	}
	return false
}

// handOn yields the steps before the first call without a result.
func (p *pairing) handOn() bool {
	for len(p.held) > 0 && (p.held[0].Entry.Type != timeline.ToolCall || p.held[0].Result != nil) {
		if !p.first() {
			return false
		}
	}
	return true
}

// flush yields the oldest steps until only keep steps are held.
func (p *pairing) flush(keep int) bool {
	for len(p.held) > keep {
		if call := p.held[0]; call.Entry.Type == timeline.ToolCall && call.Result == nil {
			p.late[call.Entry.ID] = Headline(call.Entry)
		}
		if !p.first() {
			return false
		}
	}
	return true
}

func (p *pairing) first() bool {
	step := p.held[0]
	p.held = p.held[1:]
	p.bytes -= size(step.Entry)
	if step.Result != nil {
		p.bytes -= size(step.Result)
	}
	return p.yield(step, nil)
}

// rest yields the sub-agents whose starting call is unknown, in the session's order.
func (p *pairing) rest(s timeline.Stream) {
	var rest []timeline.Stream
	for _, child := range s.Children {
		at := ""
		if child.Header.Lineage != nil {
			at = child.Header.Lineage.At
		}
		if _, ok := p.agents[at]; ok {
			rest = append(rest, child)
		}
	}
	if len(rest) > 0 {
		p.yield(Step{Agents: rest}, nil)
	}
}

// size returns the approximate memory that an entry takes.
func size(e *timeline.Entry) int {
	n := e.Content.Len() + e.Thinking.Len() + e.Output.Len() + e.Error.Len() + len(e.Input)
	for _, a := range e.Attachments {
		n += a.Data.Len()
	}
	if e.Native != nil {
		n += len(e.Native.Raw)
	}
	return n
}
