package model

import (
	"context"
	"sync"
	"time"
)

// Machine describes the machine that stead runs on, and the CLIs found there.
type Machine struct {
	Version  string `json:"version" doc:"stead's"`
	Host     string `json:"host" doc:"the name of the machine"`
	Home     string `json:"home" doc:"the user's home, for which ~ stands"`
	Folder   string `json:"folder" doc:"the folder in which the server was started"`
	ReadOnly bool   `json:"readOnly" doc:"nothing can be started, ended or made here"`
	Sessions int    `json:"sessions" doc:"how many sessions the CLIs have"`
	CLIs     []CLI  `json:"clis" doc:"the CLIs that stead knows, installed or not, by name"`
}

// CLI is one of the CLIs that stead knows.
type CLI struct {
	Name      string `json:"name"`
	Title     string `json:"title" doc:"its name for people"`
	Installed bool   `json:"installed"`
	Version   string `json:"version,omitempty"`
	// Ready ignores problems that go away when the user names a model.
	Ready    bool   `json:"ready" doc:"a run, a fork or a resumption can start in it"`
	Problem  string `json:"problem,omitempty" doc:"what keeps a run from starting in it"`
	Remedy   string `json:"remedy,omitempty" doc:"what to do about that"`
	Model    string `json:"model,omitempty" doc:"the model that it is set to use, where its sessions must name it"`
	Folder   string `json:"folder" doc:"where its sessions are looked for; it may not exist"`
	Sessions int    `json:"sessions" doc:"how many it has"`
}

// machineAge is how long a survey of the machine stays valid: each one costs some file reads for each CLI, or even a
// start.
const machineAge = 15 * time.Second

// survey is the last survey of the machine.
type survey struct {
	access sync.Mutex
	found  Machine
	at     time.Time
}

// Machine returns a description of the machine that may be some seconds old. A caller that arrives during a survey
// waits for its result. Errors are those of [Options.Survey].
func (m *Model) Machine(ctx context.Context) (Machine, error) {
	m.survey.access.Lock()
	defer m.survey.access.Unlock()
	now := m.Options.Now()
	if !m.survey.at.IsZero() && now.Sub(m.survey.at) < machineAge {
		return m.survey.found, nil
	}
	found, err := m.Options.Survey(context.WithoutCancel(ctx)) // the next caller benefits from it, too
	if err != nil {
		return Machine{}, err
	}
	found.ReadOnly = m.Options.Acts == nil
	m.survey.found, m.survey.at = found, m.Options.Now()
	return found, nil
}

// Elsewhere is another machine of the same user.
type Elsewhere struct {
	Name  string `json:"name" example:"desk"`
	State string `json:"state" enum:"there,away" doc:"away: it does not answer. Its sessions and runs are listed as they were when it was last seen"`
	// Seen is zero if it is unknown.
	Seen time.Time `json:"seen,omitzero" doc:"when one that is away was last there"`
}

// The states of other machines. Away is also the state of a run that was active when its machine was last there.
const (
	There = "there"
	Away  = "away"
)
