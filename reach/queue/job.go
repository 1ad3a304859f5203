package queue

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"stead/reach/layout"
)

// Job is a run that waits for a machine.
type Job struct {
	// ID is the run's.
	ID string `json:"id"`
	// User is whose job it is: only machines of that user take it.
	User string `json:"user"`
	// Made is when it was put into the queue, by the clock of its sender. [Put] fills it in.
	Made time.Time `json:"made"`
	// Project is what it belongs to. Projects take turns.
	Project string `json:"project"`
	// CLI is the one that must be installed and logged in. Empty: none.
	CLI string `json:"cli,omitempty"`
	// Account is the one of that CLI which it uses, as its user calls it. Empty: none that is limited.
	Account string `json:"account,omitempty"`
	// Machine is the only one that may take it. Empty: any.
	Machine string `json:"machine,omitempty"`
	// Labels are what the machine must have.
	Labels []string `json:"labels,omitempty"`
	// Parcel refers to the session and the work that travel.
	Parcel string `json:"parcel,omitempty"`
	// Work is the prompt and the options. The hub keeps it as it is: encrypt what the hub must not read.
	Work json.RawMessage `json:"work,omitempty"`
}

// The bounds of a job. Machines refuse what is beyond.
const (
	largest    = 256 << 10 // of the message, in bytes
	longest    = 200       // of a name, in bytes
	mostLabels = 16
	// oldest is for how long a job can be begun: not as long as claims stand, so that one that somebody repeats is known
	// to be done, or is too old.
	oldest = 90 * 24 * time.Hour
)

var (
	errNameless = errors.New("a job needs an id, a user and a project")
	errLong     = fmt.Errorf("a name has at most %d bytes, a job %d labels", longest, mostLabels)
	errLabel    = errors.New("a label is a word without ',' and ':'")
	errOld      = fmt.Errorf("it is older than %d days", oldest/(24*time.Hour))
	errLarge    = fmt.Errorf("a job has at most %d bytes; what is larger travels in its parcel", largest)
)

// Check says what is out of bounds in a job.
func (j Job) Check() error {
	if j.ID == "" || j.User == "" || j.Project == "" {
		return errNameless
	}
	for _, name := range append([]string{j.ID, j.User, j.Project, j.CLI, j.Account, j.Machine}, j.Labels...) {
		if len(name) > longest || len(j.Labels) > mostLabels {
			return errLong
		}
	}
	for _, label := range j.Labels {
		if label == "" || strings.ContainsAny(label, ",: ") {
			return fmt.Errorf("%w: %q", errLabel, label)
		}
	}
	return nil
}

// What a subject says of its jobs besides their labels.
const (
	ofMachine = "machine:"
	ofCLI     = "cli:"
	ofAccount = "account:"
)

// needs are what a machine must have, sorted: the labels and, as labels of their own, the machine and CLI. The account
// is among them, so that jobs of one subject have one account.
func (j Job) needs() []string {
	needs := slices.Clone(j.Labels)
	for prefix, name := range map[string]string{ofMachine: j.Machine, ofCLI: j.CLI, ofAccount: j.Account} {
		if name != "" {
			needs = append(needs, prefix+escape(name))
		}
	}
	slices.Sort(needs)
	return slices.Compact(needs)
}

// escape has a name contain no comma, which separates labels.
func escape(name string) string { return layout.Token(name) }

func (j Job) subject() string {
	return layout.QueueSubject(j.User, strings.Join(j.needs(), ","), j.Project)
}

// kind is the jobs of one subject.
type kind struct {
	subject string
	needs   []string
	project string
	user    string
	account string // empty: none
}

// kindOf reads a subject. Ok is false for one that no job has.
func kindOf(subject string) (k kind, ok bool) {
	parts := strings.Split(subject, ".")
	if len(parts) != 5 {
		return kind{}, false
	}
	user, isUser := layout.Text(parts[2])
	labels, isLabels := layout.Text(parts[3])
	project, ok := layout.Text(parts[4])
	if !isUser || !isLabels || !ok {
		return kind{}, false
	}
	k = kind{subject: subject, user: user, project: project}
	if labels != "" {
		k.needs = strings.Split(labels, ",")
	}
	for _, need := range k.needs {
		if name, is := strings.CutPrefix(need, ofAccount); is {
			k.account, ok = layout.Text(name)
		}
		if !ok {
			return kind{}, false
		}
	}
	return k, k.user != ""
}
