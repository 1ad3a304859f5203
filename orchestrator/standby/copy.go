package standby

import (
	"context"
	"errors"
	"fmt"

	"stead/adapters/adapter"
	"stead/inject"
	"stead/orchestrator/history"
	"stead/runs"
	"stead/writers"
)

// Copy is a session that was made from another one.
type Copy struct {
	// Source is the reference of the other session.
	Source  string       `json:"source"`
	Session runs.Session `json:"session"`
	// Entries is how many of the source's entries it has. Seen identifies these entries.
	Entries int    `json:"entries"`
	Seen    string `json:"seen"`
	// State is that of the source's file when it was read.
	State string `json:"state,omitempty"`
	// Fingerprint is its state after stead's last look. Lines is the number of the last record that stead wrote.
	Fingerprint writers.Fingerprint `json:"fingerprint"`
	Lines       int                 `json:"lines"`
	// Continued says that it gets no more turns.
	Continued bool `json:"continued,omitempty"`
}

func (c *Copy) location() adapter.Location {
	return adapter.Location{Path: c.Session.Path, ID: c.Session.ID}
}

// errContinued says that somebody has continued a copy.
var errContinued = errors.New("the copy was continued")

// refresh takes note of what the copy's CLI has written into it. CLIs add records of their own to a session that is
// only opened. If there is a word of a conversation, it returns errContinued.
func (c *Copy) refresh(ctx context.Context, to inject.Adapter) error {
	now, err := writers.FingerprintOf(ctx, to.Writer, c.location())
	if err != nil {
		c.Continued = true // it was deleted
		return fmt.Errorf("%w: %w", errContinued, err)
	}
	if now == c.Fingerprint {
		return nil
	}
	session, err := to.Reader.Open(ctx, c.location())
	if err != nil {
		return err
	}
	var own history.Talk
	last := 0
	for e, err := range session.Entries {
		if err != nil {
			return err
		}
		if e.Native == nil {
			continue
		}
		if last = max(last, e.Native.Line); e.Native.Line > c.Lines {
			own.See(e)
		}
	}
	if own.Said > 0 || last < c.Lines {
		c.Continued = true
		return errContinued
	}
	c.Fingerprint, c.Lines = now, last
	return nil
}
