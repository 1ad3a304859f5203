package model

import (
	"context"
	"time"

	"stead/inject/signals"
	"stead/orchestrator/active"
	"stead/runs"
	"stead/ui/model/reading"
)

// Run is a run of stead.
type Run struct {
	ID      string `json:"id"`
	Name    string `json:"name" doc:"the short name by which people call it"`
	Machine string `json:"machine,omitempty" doc:"the machine that has it, when that is another one; sessions that the run names are there"`
	// Seen is zero for a run of a machine that responds.
	Seen time.Time `json:"seen,omitzero" doc:"when its machine was last there, for one that is away: the run is as of then, without its prompt and answer"`
	// State is the single word that lists show: see [runs.Run.Shown], and Away.
	State    string    `json:"state" doc:"what its CLI does, or how it ended: working, input, permission, limited, done, failed, dead, ...; away: it was active when its machine was last there"`
	Alive    bool      `json:"alive" doc:"somebody works on it"`
	Since    time.Time `json:"since,omitzero" doc:"since when it is in this state"`
	Question *Question `json:"question,omitempty" doc:"what it asks its user for now"`
	// Answers holds at most 20 answers.
	Answers  []signals.Answer `json:"answers,omitempty" doc:"the last answers that it got when it asked, the newest last"`
	About    string           `json:"about,omitempty" doc:"for what permission is asked, or what went wrong"`
	From     string           `json:"from,omitempty" doc:"the session that it continues, that of another machine with the machine's name before it"`
	To       string           `json:"to" doc:"the session in which its last CLI works"`
	Route    string           `json:"route" doc:"the CLIs that it went through"`
	Kind     string           `json:"kind,omitempty"`
	Part     string           `json:"part,omitempty" doc:"what it is a part of: ab:<id>, chain:<id>"`
	PartName string           `json:"partName,omitempty" doc:"its own name there"`
	Folder   string           `json:"folder" doc:"its working folder"`
	Project  string           `json:"project,omitempty" doc:"of a folder that has come from another machine: the name that it has there"`
	Prompt   string           `json:"prompt,omitempty"`
	Headless bool             `json:"headless,omitempty" doc:"nobody types"`
	Started  time.Time        `json:"started"`
	// Took is the working time of the run.
	Took     int64          `json:"tookMs" doc:"how long it was worked on, in milliseconds; 0 as long as it is"`
	Turns    int            `json:"turns" doc:"how many turns have ended"`
	Tokens   reading.Tokens `json:"tokens"`
	Cost     float64        `json:"cost" doc:"in US dollars, as far as the CLIs tell"`
	Limit    *signals.Limit `json:"limit,omitempty" doc:"the last limit that the CLI has told of"`
	ExitCode int            `json:"exitCode" doc:"stead's own"`
	Reason   string         `json:"reason,omitempty" doc:"why it failed"`
	Answer   string         `json:"answer,omitempty" doc:"the last text of the model"`
}

// Runs are the runs of the machine.
type Runs struct {
	Items []Run  `json:"items" doc:"the newest first"`
	Next  string `json:"next,omitempty" doc:"where the list goes on: give it as after"`
	Total int    `json:"total"`
	// Machines are the user's other machines about which anything is known.
	Machines []Elsewhere `json:"machines,omitempty" doc:"the user's other machines, as far as anything is known of them"`
}

// RunQuery says which runs to list.
type RunQuery struct {
	// Ended includes runs that have ended.
	Ended bool
	// After is the id of the run after which the list continues. Empty means the beginning.
	After string
	// Limit is the maximum number of runs.
	Limit int
}

// Runs lists runs. Errors are those of the file system.
func (rs Records) Runs(q RunQuery) (Runs, error) {
	all, err := rs.options.Runs.All()
	if err != nil {
		return Runs{}, err
	}
	short, found := runs.Short(all), Runs{Items: []Run{}}
	for _, r := range all {
		if !q.Ended && r.Status != runs.Running {
			continue
		}
		found.Total++
		if q.After != "" && r.ID >= q.After {
			continue // ids sort by start time
		}
		if len(found.Items) == q.Limit {
			found.Next = found.Items[q.Limit-1].ID
			continue
		}
		found.Items = append(found.Items, asRun(r, short[r.ID]))
	}
	return found, nil
}

// Run returns a run by its id, or by another name that people can use for it. Errors: runs.ErrNotFound,
// runs.ErrAmbiguous, and those of the file system.
func (rs Records) Run(name string) (Run, error) {
	r, err := rs.options.Runs.Find(name)
	if err != nil {
		return Run{}, err
	}
	return asRun(r, rs.shortName(r.ID)), nil
}

func (rs Records) shortName(id string) string {
	ids, err := rs.options.Runs.IDs()
	if err != nil {
		return id
	}
	all := make([]runs.Run, len(ids))
	for i := range ids {
		all[i].ID = ids[i]
	}
	return runs.Short(all)[id]
}

// Journal returns entries of a run's journal, which begins with the session that the run continues. From and limit are
// those of [Reader.Entries].
func (rd Reader) Journal(ctx context.Context, name string, from, limit int) (Page, error) {
	r, err := rd.options.Runs.Find(name)
	if err != nil {
		return Page{}, err
	}
	return rd.Entries(ctx, "run", r.ID, from, limit)
}

func asRun(r runs.Run, name string) Run { return RunOf(r, name, r.Alive()) }

// RunOf converts a run's record. Name is the short name that people use. IsAlive says whether the run is at work.
func RunOf(r runs.Run, name string, isAlive bool) Run {
	shown := Run{
		ID: r.ID, Name: name, State: r.Shown(isAlive), Alive: isAlive, Since: r.Since, About: r.About, From: r.Source(),
		To: r.To.Reference(), Route: r.Route(), Kind: r.Kind,
		Folder: r.Dir, Prompt: r.Prompt, Headless: r.Headless, Started: r.Started, Took: r.DurationMS, Turns: r.Turns,
		Tokens: *reading.TokensOf(r.Usage), Cost: r.Cost,
		Answers: r.Answers, Limit: r.Limit, ExitCode: r.ExitCode, Reason: r.Reason, Answer: r.FinalText,
	}
	if r.Came != nil {
		shown.Project = r.Came.Project
	}
	if asked, err := active.QuestionOf(r); err == nil {
		shown.Question = &asked
	}
	if r.Part != nil {
		shown.Part, shown.PartName = r.Part.Of, r.Part.Name
	}
	return shown
}
