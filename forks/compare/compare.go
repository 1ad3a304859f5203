package compare

import (
	"context"
	"fmt"

	"stead/timeline"
)

// Comparison is a comparison of two sessions.
type Comparison struct {
	Left   Side   `json:"left"`
	Right  Side   `json:"right"`
	Common Common `json:"common"`
	// Turns are the turns after the common beginning, side by side.
	Turns []Pair `json:"turns"`
	// Files are the files that the sessions changed after the common beginning.
	Files Files `json:"files"`
}

// Side summarizes one session as a whole.
type Side struct {
	// Name is the caller's name for the session.
	Name    string         `json:"session"`
	CLI     string         `json:"cli"`
	Model   string         `json:"model,omitempty"`
	Folder  string         `json:"folder,omitempty"`
	Turns   int            `json:"turns"`
	Entries int            `json:"entries"`
	Calls   int            `json:"calls"`
	Failed  int            `json:"failed"`
	Usage   timeline.Usage `json:"usage"`
	// First and Last are the times of the first and the last dated entry.
	First string `json:"first,omitempty"`
	Last  string `json:"last,omitempty"`
	// Answer is the model's last text. Stop says why the model stopped, in the CLI's own words.
	Answer Text   `json:"answer"`
	Stop   string `json:"stop,omitempty"`
	// Alone counts the turns after the common beginning.
	Alone int `json:"alone"`
}

// Common is the common beginning of both sessions.
type Common struct {
	// Steps counts the equal steps: prompts, answers, and calls with their results.
	Steps int `json:"steps"`
	// Turns counts the turns that are complete and equal on both sides.
	Turns int `json:"turns"`
	// Within is the turn inside which the sessions diverge: they share its prompt. It is 0 if they diverge between
	// turns.
	Within int `json:"within,omitempty"`
	// Left and Right are the ids of the last common entries.
	Left  string `json:"left,omitempty"`
	Right string `json:"right,omitempty"`
}

// Pair is a turn of each session. One of them may be missing.
type Pair struct {
	Left  *Turn `json:"left,omitempty"`
	Right *Turn `json:"right,omitempty"`
	// Same reports that both are equal: the sessions converged again, or one of them lacks earlier turns.
	Same bool `json:"same,omitempty"`
}

// Files are the files named in calls. Paths inside the session's folder are relative to it.
type Files struct {
	// Left and Right were changed by one session only, Both by both of them.
	Left  []string `json:"left"`
	Right []string `json:"right"`
	Both  []string `json:"both"`
}

// Options say how much of a turn's texts to keep.
type Options struct {
	// Most is the maximum size in bytes of a prompt and of an answer. 0 means no limit.
	Most int
}

// Compare compares two sessions. An error comes from a stream, and then names its side, or from ctx.
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

// Equal reports whether both sessions are equal from beginning to end.
func (c Comparison) Equal() bool { return c.Left.Alone == 0 && c.Right.Alone == 0 }
