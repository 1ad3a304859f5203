package runs

import (
	"time"

	"stead/internal/process"
	"stead/timeline"
	"stead/writers"
)

// Status says how far a run has come.
type Status string

// The states of a run.
const (
	Running     Status = "running"
	Completed   Status = "completed"
	Failed      Status = "failed"
	Interrupted Status = "interrupted"
)

// Session names one side of a run.
type Session struct {
	CLI  string `json:"cli"`
	ID   string `json:"id"`
	Path string `json:"path,omitempty"`
}

// Reference returns the session's reference: <cli>:<id>.
func (s Session) Reference() string { return s.CLI + ":" + s.ID }

// Run is the record of one run, as run.json holds it.
type Run struct {
	ID     string  `json:"run"`
	From   Session `json:"from"`
	To     Session `json:"to"`
	Status Status  `json:"status"`
	// ExitCode is stead's own exit code.
	ExitCode int `json:"exit_code"`
	// Reason says in a sentence why a run failed.
	Reason    string         `json:"reason,omitempty"`
	Delivered writers.Report `json:"delivered"`
	// Lines is how many records the target session had when it was written: what follows is the CLI's own.
	Lines int `json:"lines"`
	// Dir is the working folder.
	Dir        string         `json:"dir"`
	Started    time.Time      `json:"started"`
	DurationMS int64          `json:"duration_ms"`
	Usage      timeline.Usage `json:"usage"`
	FinalText  string         `json:"final_text"`
	// Supervisor is the stead process, Child the CLI that it started.
	Supervisor process.ID `json:"supervisor"`
	Child      process.ID `json:"child,omitzero"`
}

// Alive reports whether the run is still worked on: its record says so and its process lives.
func (r Run) Alive() bool { return r.Status == Running && r.Supervisor.Alive() }
