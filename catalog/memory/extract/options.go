package extract

import (
	"time"

	"stead/adapters/adapter"
	"stead/catalog/origin"
	"stead/readers"
	"stead/timeline"
)

// Options are what an extraction works with.
type Options struct {
	// Folder is where the two files are, an absolute path. It is made.
	Folder string
	// Readers are those of all CLIs, Host is the machine as they see it, with the clock.
	Readers []readers.Reader
	Host    adapter.Host
	// Origin says where a session comes from. Nil: every session's CLI has begun it.
	Origin func(timeline.Summary) origin.Origin
	// LLM keeps only what one CLI has, by its name. Empty: all.
	LLM string
	// Files are exports and sessions that are extracted instead of all sources. They are absolute.
	Files []string
	// Pending are the folders in which exports wait, by CLI; beside them the folders of ADR-020 are looked into. Archive
	// is where extracted ones go: empty for "archive" in Folder.
	Pending map[string]string
	Archive string
	// DryRun finds out what would be added and changes nothing.
	DryRun bool
	// Progress is told how many bytes of the sources are done, and of how many. It may be nil.
	Progress func(done, total int64)
}

func (o Options) originOf(s timeline.Summary) origin.Origin {
	if o.Origin == nil {
		return origin.Origin{}
	}
	return o.Origin(s)
}

// Report says what an extraction added, or would add.
type Report struct {
	// Counts are by CLI.
	Counts map[string]*Counts `json:"counts"`
	// Warnings say what could not be read.
	Warnings []error `json:"-"`
	// Messages and Events are the lengths of the two files, in bytes.
	Messages int64         `json:"messages_bytes"`
	Events   int64         `json:"events_bytes"`
	Took     time.Duration `json:"-"`
}

// Counts are what one CLI's sources gave.
type Counts struct {
	// Sessions are those that were read, Unchanged those that were not as they had nothing new.
	Sessions  int `json:"sessions"`
	Unchanged int `json:"unchanged"`
	// Messages are the new ones; Duplicates are texts that were known already.
	Messages   int   `json:"messages"`
	Duplicates int   `json:"duplicates"`
	Events     int   `json:"events"`
	Bytes      int64 `json:"bytes_read"`
}

func (r *Report) of(llm string) *Counts {
	c, ok := r.Counts[llm]
	if !ok {
		c = &Counts{}
		r.Counts[llm] = c
	}
	return c
}

// Total returns the sum over all CLIs.
func (r Report) Total() Counts {
	var sum Counts
	for _, c := range r.Counts {
		sum.Sessions += c.Sessions
		sum.Unchanged += c.Unchanged
		sum.Messages += c.Messages
		sum.Duplicates += c.Duplicates
		sum.Events += c.Events
		sum.Bytes += c.Bytes
	}
	return sum
}
