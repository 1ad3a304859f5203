package compare

import (
	"context"
	"fmt"

	"stead/timeline"
)

// Comparison is two sessions beside each other.
type Comparison struct {
	Left   Side   `json:"left"`
	Right  Side   `json:"right"`
	Common Common `json:"common"`
	// Turns are those after what is in common, side by side.
	Turns []Pair `json:"turns"`
	// Files are those that were touched after what is in common.
	Files Files `json:"files"`
}

// Side is what one session comes to as a whole.
type Side struct {
	// Name is what the caller calls the session.
	Name    string         `json:"session"`
	CLI     string         `json:"cli"`
	Model   string         `json:"model,omitempty"`
	Folder  string         `json:"folder,omitempty"`
	Turns   int            `json:"turns"`
	Entries int            `json:"entries"`
	Calls   int            `json:"calls"`
	Failed  int            `json:"failed"`
	Usage   timeline.Usage `json:"usage"`
	// First and Last are the times of the first and the last entry that have one.
	First string `json:"first,omitempty"`
	Last  string `json:"last,omitempty"`
	// Answer is the model's last text, Stop why it stopped then, as its CLI says it.
	Answer Text   `json:"answer"`
	Stop   string `json:"stop,omitempty"`
	// Alone counts the turns after what is in common.
	Alone int `json:"alone"`
}

// Common is what both sessions begin with.
type Common struct {
	// Steps counts what was compared and is equal: prompts, answers, and calls with what they returned.
	Steps int `json:"steps"`
	// Turns counts the turns that are whole and equal on both sides.
	Turns int `json:"turns"`
	// Within is the turn in the middle of which the sessions part: they have its prompt in common. 0 when they part
	// between turns.
	Within int `json:"within,omitempty"`
	// Left and Right are the ids of the last entries in common.
	Left  string `json:"left,omitempty"`
	Right string `json:"right,omitempty"`
}

// Pair is a turn of each session. One of them may be missing.
type Pair struct {
	Left  *Turn `json:"left,omitempty"`
	Right *Turn `json:"right,omitempty"`
	// Same tells that both are equal: the sessions came together again, or one of them lacks what was before.
	Same bool `json:"same,omitempty"`
}

// Files are the files that calls name, relative to the session's folder where they lie in it.
type Files struct {
	// Left and Right were changed by one of the sessions, Both by both of them.
	Left  []string `json:"left"`
	Right []string `json:"right"`
	Both  []string `json:"both"`
}

// Options say how much of a turn's texts is kept.
type Options struct {
	// Most is how many bytes of a prompt and an answer are kept; 0 is no limit.
	Most int
}

// Compare compares two sessions. The error is that of a stream, which says on which side, or that of a context that is
// done.
func Compare(ctx context.Context, left, right timeline.Stream, o Options) (Comparison, error) {
	a, err := survey(ctx, left, o)
	if err != nil {
		return Comparison{}, fmt.Errorf("read the left session: %w", err)
	}
	b, err := survey(ctx, right, o)
	if err != nil {
		return Comparison{}, fmt.Errorf("read the right session: %w", err)
	}
	c := Comparison{Left: a.side, Right: b.side, Common: common(a, b)}
	from := c.Common.Turns
	c.Left.Alone, c.Right.Alone = len(a.turns)-from, len(b.turns)-from
	mine, last, err := turns(ctx, left, from, c.Common.Steps, o)
	if err != nil {
		return c, fmt.Errorf("read the left session again: %w", err)
	}
	c.Common.Left = last
	theirs, last, err := turns(ctx, right, from, c.Common.Steps, o)
	if err != nil {
		return c, fmt.Errorf("read the right session again: %w", err)
	}
	c.Common.Right = last
	c.Turns = pairs(a, b, from, mine, theirs)
	c.Files = touched(mine, theirs)
	return c, nil
}

// Equal reports whether both sessions are the same all through.
func (c Comparison) Equal() bool { return c.Left.Alone == 0 && c.Right.Alone == 0 }
