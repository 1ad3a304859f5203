package kimicli

import (
	"hash/maphash"
	"time"

	format "stead/adapters/kimicli"
	"stead/internal/adapt/jsonl"
	"stead/readers"
	"stead/timeline"
)

// clock provides the times of messages, which the context files do not hold. It finds the messages in the wire file,
// which has the same order.
type clock struct {
	seed maphash.Seed
	// prompts are the user's prompts in order, steps the model's answers in order. calls and results are by the call's id.
	prompts        []said
	steps          []answer
	calls, results map[string][]time.Time
	// prompt and step are the indexes of the next prompt and answer to return.
	prompt, step int
	first, last  time.Time
	// spawned maps sub-agents to the calls that started them. agents are the sub-agents in the order of their first
	// appearance.
	spawned map[string]string
	agents  []string
}

// said is the time and the hash of a prompt.
type said struct {
	at   time.Time
	hash uint64
}

// answer is one response of the model.
type answer struct {
	at time.Time
	// prompts is the number of prompts before it.
	prompts int
	usage   *timeline.Usage
}

func newClock() *clock {
	return &clock{seed: maphash.MakeSeed(), calls: map[string][]time.Time{}, results: map[string][]time.Time{},
		spawned: map[string]string{}}
}

// add reads a line of the wire file. It returns the state of the turn that the line implies, if any.
func (c *clock) add(line []byte) readers.Turn {
	s := format.PeekSeen(line)
	if !s.IsKnown() {
		return ""
	}
	if c.last = s.Time; c.first.IsZero() {
		c.first = s.Time
	}
	switch s.Kind {
	case format.TurnBegin, format.SteerInput:
		text := format.ReadContent(s.Payload.Get("user_input")).Text()
		c.prompts = append(c.prompts, said{s.Time, maphash.String(c.seed, text.String())})
		return readers.TurnStarted
	case format.TurnEnd:
		return readers.TurnCompleted
	case format.StepBegin:
		c.steps = append(c.steps, answer{prompts: len(c.prompts)})
	case format.StepInterrupted:
		if len(c.steps) > 0 {
			c.steps = c.steps[:len(c.steps)-1] // the context does not contain its content
		}
		return readers.TurnInterrupted
	default:
		c.detail(s)
	}
	return ""
}

// detail reads an event within a step.
func (c *clock) detail(s format.Seen) {
	switch s.Kind {
	case format.ContentPart:
		c.began(s.Time)
	case format.ToolCall:
		c.began(s.Time)
		id := s.Payload.Get("id").String()
		c.calls[id] = append(c.calls[id], s.Time)
	case format.ToolResult:
		id := s.Payload.Get("tool_call_id").String()
		c.results[id] = append(c.results[id], s.Time)
	case format.StatusUpdate:
		if usage := usageOf(s.Payload.Get("token_usage")); usage != nil && len(c.steps) > 0 {
			c.steps[len(c.steps)-1].usage = usage
		}
	case format.SubagentEvent:
		if agent := s.Payload.Get("agent_id").String(); c.spawned[agent] == "" {
			c.agents = append(c.agents, agent)
			c.spawned[agent] = s.Payload.Get("parent_tool_call_id").String()
		}
	}
}

func (c *clock) began(at time.Time) {
	if len(c.steps) > 0 && c.steps[len(c.steps)-1].at.IsZero() {
		c.steps[len(c.steps)-1].at = at
	}
}

func usageOf(usage jsonl.Value) *timeline.Usage {
	counted := timeline.Usage{
		Input: usage.Get("input_other").Int(), Output: usage.Get("output").Int(),
		CacheRead: usage.Get("input_cache_read").Int(), CacheWrite: usage.Get("input_cache_creation").Int(),
	}
	if counted.IsZero() {
		return nil
	}
	return &counted
}

// prompted returns the time of the next prompt with that text.
func (c *clock) prompted(text timeline.Text) string {
	hash := maphash.String(c.seed, text.String())
	for i := c.prompt; i < len(c.prompts); i++ {
		if c.prompts[i].hash == hash {
			c.prompt = i + 1
			return format.Timestamp(c.prompts[i].at)
		}
	}
	return ""
}

// answered returns the time and the token usage of the next answer to the last prompt.
func (c *clock) answered() (string, *timeline.Usage) {
	for ; c.step < len(c.steps); c.step++ {
		switch step := c.steps[c.step]; {
		case step.prompts > c.prompt:
			return "", nil
		case step.prompts == c.prompt && !step.at.IsZero():
			c.step++
			return format.Timestamp(step.at), step.usage
		}
	}
	return "", nil
}

// take returns the first time for a call's id, and removes it.
func take(times map[string][]time.Time, id string) string {
	if len(times[id]) == 0 {
		return ""
	}
	at := times[id][0]
	times[id] = times[id][1:]
	return format.Timestamp(at)
}
