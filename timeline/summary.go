package timeline

import "time"

// Summary is what a list shows of a session. It comes from the head and the tail of the session's store, without
// reading all of it.
type Summary struct {
	CLI string `json:"cli"`
	ID  string `json:"id"`
	// Path is the session's file, or the path of its store with the session in it.
	Path    string `json:"path"`
	Project string `json:"project"`
	Branch  string `json:"branch,omitempty"`
	// Title is the session's name, or the beginning of its first prompt.
	Title   string    `json:"title"`
	Model   string    `json:"model,omitempty"`
	Version string    `json:"version,omitempty"`
	Created time.Time `json:"created,omitzero"`
	Updated time.Time `json:"updated"`
	Bytes   int64     `json:"bytes"`
	// Parent is set for the session of a sub-agent, which lists omit.
	Parent string `json:"parent,omitempty"`
	// ForkedFrom is the session that this one was copied from, according to the CLI itself: the id of one of the CLI's
	// own sessions, or the reference of another CLI's session (claude:5f2a91c0). It is empty for any other session.
	ForkedFrom string `json:"forkedFrom,omitempty"`
	// Begins identifies the first record of the conversation. It is for CLIs that copy records unchanged, with unique
	// record ids, and do not note the copy: sessions of such a CLI with the same value have a common origin. It is
	// empty for other CLIs and where the value is not known. No encoding includes it.
	Begins string `json:"-"`
}
