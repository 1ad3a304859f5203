package timeline

import "time"

// Summary is what a list shows of a session: known from the head and the tail of its store, without reading it whole.
type Summary struct {
	CLI string `json:"cli"`
	ID  string `json:"id"`
	// Path is the file, or the store and the session in it.
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
	// Parent is set for the session of a sub-agent, which lists leave out.
	Parent string `json:"parent,omitempty"`
	// ForkedFrom is the session of which the CLI itself notes that it has made a copy here: the id of one of its own, or
	// the reference of another CLI's (claude:5f2a91c0). Empty for any other.
	ForkedFrom string `json:"forkedFrom,omitempty"`
	// Begins marks the first record of the conversation, where its CLI copies records as they are, under ids that no other
	// record has, and does not say so: sessions of one CLI with the same mark have grown out of one. Empty for any other
	// CLI, and where the mark is not known. It is part of no encoding.
	Begins string `json:"-"`
}
