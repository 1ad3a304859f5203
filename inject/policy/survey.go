package policy

import (
	"context"

	"stead/timeline"
)

// Sizes of delivered content, in tokens. Each vendor has its own exact tables. A quarter of the bytes is accurate to a
// fifth for code and English, which the reserve in a window absorbs.
const (
	bytesPerToken = 4
	imageTokens   = 1_600 // the maximum cost of a screenshot with both Anthropic and OpenAI
	entryTokens   = 8     // role and framing of one item
)

// keptOutput is how much of a shortened tool output is kept, in bytes of its JSON form.
const keptOutput = 2 << 10

// survey is what a policy must know about a session to decide: sizes and positions, but no bodies.
type survey struct {
	turns []turn
	// outputs are the tool outputs that are worth shortening.
	outputs []output
	// summary is the position of the newest compaction summary, or -1. Content before it no longer reaches the model.
	summary int
	tokens  int64
}

// turn begins at a prompt of the user. Entries before the first prompt belong to the first turn.
type turn struct {
	first  int // position of its first entry
	tokens int64
}

type output struct {
	position int
	turn     int
	saving   int64
}

// newSurvey returns an empty survey.
func newSurvey() survey { return survey{summary: -1, turns: []turn{{}}} }

// take ranges over the stream once.
func take(ctx context.Context, s timeline.Stream) (survey, error) {
	v := newSurvey()
	position := -1
	for e, err := range s.Entries {
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return v, err
		}
		position++
		v.see(position, e)
	}
	return v, nil
}

func (v *survey) see(position int, e *timeline.Entry) {
	if !e.Active() {
		return
	}
	if e.StartsTurn() && (len(v.turns) > 1 || v.turns[0].tokens > 0) {
		v.turns = append(v.turns, turn{first: position})
	}
	if e.Compaction != nil {
		v.compacted(position)
	}
	size := tokensOf(e)
	v.tokens += size
	v.turns[len(v.turns)-1].tokens += size
	if e.Type == timeline.ToolResult && e.Output.Len() > 2*keptOutput {
		v.outputs = append(v.outputs, output{position, len(v.turns) - 1, int64(e.Output.Len()-keptOutput) / bytesPerToken})
	}
}

// compacted resets the sizes of the content that the summary replaced.
func (v *survey) compacted(position int) {
	v.summary, v.tokens, v.outputs = position, 0, nil
	for i := range v.turns {
		v.turns[i].tokens = 0
	}
}

func tokensOf(e *timeline.Entry) int64 {
	bytes := e.Content.Len() + e.Output.Len() + e.Error.Len() + len(e.Input)
	return int64(bytes/bytesPerToken + len(e.Attachments)*imageTokens + entryTokens)
}
