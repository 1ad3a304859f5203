package claude

import (
	"slices"

	"stead/timeline"
)

// place is where a line of the conversation stands.
type place struct {
	tip        string // the uuid of its last record
	ended      bool
	lastPrompt timeline.Text
}

// goTo goes on with an abandoned branch, or with the active conversation, whose name is empty. A branch is a sibling in the tree: its first
// record follows the one at which it left, and the leaf that the session names is not on it, so that the model never gets it.
func (c *converter) goTo(branch string) error {
	if branch == c.side {
		return nil
	}
	if err := c.close(); err != nil {
		return err
	}
	if c.places == nil {
		c.places = map[string]place{}
	}
	c.places[c.side] = place{c.tip, c.ended, c.lastPrompt}
	next, isKnown := c.places[branch]
	if !isKnown {
		next.tip = c.fork(branch)
	}
	c.side, c.tip, c.ended, c.lastPrompt = branch, next.tip, next.ended, next.lastPrompt
	return nil
}

// fork returns the record at which a branch left: where the source does not say, or said it of an entry that was not written, the last one of the
// active conversation.
func (c *converter) fork(branch string) string {
	active := c.tip
	if c.side != "" {
		active = c.places[""].tip
	}
	at := slices.IndexFunc(c.stream.Header.Branches, func(b timeline.Branch) bool { return b.ID == branch })
	if at < 0 {
		return active
	}
	parent := c.stream.Header.Branches[at].ParentID
	switch uuid := c.uuid(parent); {
	case parent == "":
		return ""
	case c.isWritten(uuid):
		return uuid
	case c.isWritten(parent):
		return parent
	}
	return active
}
