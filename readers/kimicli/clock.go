package kimicli

import (
	"hash/maphash"
	"time"

	format "stead/adapters/kimicli"
	"stead/internal/adapt/jsonl"
	"stead/readers"
	"stead/timeline"
)

// clock tells when things were said, which the context files do not: what they say is searched for in the wire file, in
// the same order.
type clock struct {
	seed maphash.Seed
	// prompts are the user's, in order; steps the model's answers; calls and results by the call's id.
	prompts        []said
	steps          []answer
	calls, results map[string][]time.Time
	// prompt and step are the next ones that can be asked for.
	prompt, step int
	first, last  time.Time
	// spawned are the calls that started sub-agents; agents are those in the order in which they were seen.
	spawned map[string]string
	agents  []string
}

// said is a prompt: when it was said, and a hash of it.
type said struct {
	at   time.Time
	hash uint64
}

// answer is what the model said in one go.
type answer struct {
	at time.Time
	// prompts is how many prompts stood before it.
	prompts int
	usage   *timeline.Usage
}

func newClock() *clock {
	return &clock{seed: maphash.MakeSeed(), calls: map[string][]time.Time{}, results: map[string][]time.Time{},
		spawned: map[string]string{}}
}

// add notes a line of the wire file. It returns the sign of a turn that it is.
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
			c.steps = c.steps[:len(c.steps)-1] // what was said in it is not in the context
		}
		return readers.TurnInterrupted
	default:
		c.detail(s)
	}
	return ""
}

// detail notes what happened within a step.
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

// prompted returns when the next prompt of that text was said.
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

// answered returns when the next answer to the last prompt was given, and what it cost.
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

// take returns the first of the times that a call's id has, and forgets it.
func take(times map[string][]time.Time, id string) string {
	if len(times[id]) == 0 {
		return ""
	}
	at := times[id][0]
	times[id] = times[id][1:]
	return format.Timestamp(at)
}
