package timeline

import "encoding/json"

// Version is the version of the universal format that this package reads and writes.
const Version = "1.0"

// Header describes a session as a whole, in the terms of the universal format. It excludes the timeline.
type Header struct {
	ID       string   `json:"id"`
	Version  string   `json:"version"`
	Source   Source   `json:"source"`
	Project  Project  `json:"project"`
	Model    Model    `json:"model"`
	Metadata Metadata `json:"metadata"`
	// Lineage says what this session was made from. It is nil for a session that a CLI started on its own.
	Lineage *Lineage `json:"lineage,omitempty"`
	// Branches are the abandoned branches of the conversation's tree. Their entries carry the branch's id.
	Branches []Branch `json:"branches,omitempty"`
	// Extra holds the members that stead does not know.
	Extra Extra `json:"-"`
}

// Reference returns the session's name in the form that the lineage of its children uses.
func (h Header) Reference() string { return h.Source.CLI + ":" + h.ID }

// MadeBy returns the CLI that made an entry of the session. A run's journal has entries from several CLIs.
func (h Header) MadeBy(e *Entry) string {
	if e.Native != nil {
		return e.Native.CLI
	}
	return h.Source.CLI
}

// Source says which CLI holds the session.
type Source struct {
	// CLI is the adapter's name: claude, codex, ..., universal.
	CLI string `json:"cli"`
	// OriginalID is the session's id in that CLI.
	OriginalID string `json:"originalId,omitempty"`
	// Version is the version of the CLI that last wrote the session.
	Version string `json:"version,omitempty"`
	Extra   Extra  `json:"-"`
}

// Project is the folder in which the session took place.
type Project struct {
	Path  string `json:"path"`
	Name  string `json:"name,omitempty"`
	Git   *Git   `json:"git,omitempty"`
	Extra Extra  `json:"-"`
}

// Git is the state of the project's repository as the CLI recorded it.
type Git struct {
	Branch string `json:"branch"`
	Commit string `json:"commit"`
	Remote string `json:"remote,omitempty"`
	Extra  Extra  `json:"-"`
}

// Model is the model that the session used last.
type Model struct {
	// Provider is the vendor: anthropic, openai, ...
	Provider string          `json:"provider"`
	Model    string          `json:"model"`
	Config   json.RawMessage `json:"config,omitempty"`
	Extra    Extra           `json:"-"`
}

// Metadata holds the session's times (RFC 3339, UTC) and totals.
type Metadata struct {
	Created      string  `json:"created"`
	LastModified string  `json:"lastModified"`
	Tokens       *Tokens `json:"tokens,omitempty"`
	// Cost is in US dollars, as the CLI reported it.
	Cost  float64 `json:"cost,omitempty"`
	Extra Extra   `json:"-"`
}

// Tokens holds the session's token totals.
type Tokens struct {
	Input  int64 `json:"input"`
	Output int64 `json:"output"`
	Extra  Extra `json:"-"`
}

// Lineage kinds.
const (
	LineageFork     = "fork"
	LineageContinue = "continue"
	LineageChain    = "chain"
	LineageAB       = "ab"
	LineageMerge    = "merge"
	LineageEdit     = "edit"
	LineageSubagent = "subagent"
)

// Lineage says what a session was made from.
type Lineage struct {
	// Parent is the reference of the parent session, for example claude:<id>.
	Parent string `json:"parent"`
	// At is the point in the parent where the session diverges: the id of the last shared entry, or for a sub-agent the
	// id of the call that started it.
	At   string `json:"at,omitempty"`
	Kind string `json:"kind"`
	// Run is the stead run that made the session.
	Run string `json:"run,omitempty"`
	// Copied is the last line up to which the session's records only repeat the parent's, if the CLI reports it. Usage
	// up to that line is counted in the parent. No encoding includes it.
	Copied int   `json:"-"`
	Extra  Extra `json:"-"`
}

// Branch is an abandoned part of the conversation: the user went back and continued from an earlier entry.
type Branch struct {
	ID string `json:"id"`
	// ParentID is the entry where the branch left the active conversation.
	ParentID string `json:"parentId,omitempty"`
	// Entries counts the branch's entries that are not hidden.
	Entries int   `json:"entries"`
	Extra   Extra `json:"-"`
}
