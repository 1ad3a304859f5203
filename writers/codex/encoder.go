package codex

import (
	"context"
	"io"
	"strconv"
	"strings"
	"time"

	format "stead/internal/format/codex"
	"stead/internal/jsonl"
	"stead/timeline"
	"stead/writers"
)

// encoder writes one session.
type encoder struct {
	plan   writers.Plan
	out    output
	report writers.Report

	started  bool
	verbatim bool    // whether native lines keep their ids, because the session keeps its own
	root     string  // the native session whose metadata was restored
	isNew    bool    // whether the metadata is this writer's own
	parent   *parent // set in the session of a sub-agent
	agents   []agent
	branches writers.Branches // the abandoned ones that are not in the restored lines
	// forkedFrom is the session of the active conversation, in that of an abandoned branch.
	forkedFrom string
	order      lineOrder
	peeked     struct {
		record *timeline.Record
		line   format.Line
	}

	turn    turn
	held    *timeline.Entry // the newest answer: its phase depends on what follows
	prompt  *prompt         // the newest prompt: what it names may follow
	pending pendingCalls
	memory  memory
}

func newEncoder(dst io.Writer, plan writers.Plan) *encoder {
	return &encoder{
		plan:     plan,
		out:      output{Buffer: jsonl.Buffer{Dst: dst}, mode: format.ModeOf(plan.Version)},
		verbatim: plan.ID == plan.Stream.Header.Source.OriginalID && plan.Stream.Header.Source.CLI == format.Name,
	}
}

func (n *encoder) encode(ctx context.Context) error {
	if err := n.nameAgents(); err != nil {
		return err
	}
	if err := n.plan.Stream.Each(ctx, func(e *timeline.Entry) error {
		if err := n.entry(e); err != nil {
			return err
		}
		return n.out.FlushFull()
	}); err != nil {
		return err
	}
	n.restoreWaiting()
	if !n.started {
		n.start()
	}
	n.closeConverted()
	return n.out.Flush()
}

func (n *encoder) entry(e *timeline.Entry) error {
	if n.restores(e) {
		if e.Active() {
			n.report.Entries++
		}
		n.closeConverted()
		n.restore(e)
		return nil
	}
	n.report.Losses.Repaired(e)
	n.restoreWaiting()
	if !n.started {
		n.start()
	}
	return n.convert(e)
}

// closeConverted closes the turn that converted entries are in. A turn of restored lines alone is as its CLI left it.
func (n *encoder) closeConverted() {
	n.sendPrompt()
	n.settle(format.FinalAnswer)
	if !n.turn.restored {
		n.endTurn()
	}
}

// start writes the metadata of a new rollout. The provider is the one that the CLI is configured for or none, as it refuses any other;
// there are no base_instructions, which would replace its own.
func (n *encoder) start() {
	n.started, n.isNew = true, true
	created := n.stamp(n.plan.Stream.Header.Metadata.Created)
	n.out.noted(format.SessionMeta, created, n.note(), func(dst []byte) []byte {
		return timeline.AppendObject(dst, func(o *timeline.Object) {
			o.String("id", n.plan.ID)
			o.String("session_id", n.plan.ID)
			o.String("timestamp", created)
			o.String("cwd", n.dir())
			o.String("originator", "stead")
			o.String("cli_version", n.version())
			n.sourceMembers(o)
			o.Optional("forked_from_id", n.forkedFrom)
			o.Optional("model_provider", n.plan.Provider)
			if n.out.mode == format.Paginated {
				o.String("history_mode", string(format.Paginated))
			}
			if git := n.plan.Stream.Header.Project.Git; git != nil {
				o.Append("git", func(dst []byte) []byte { return appendGit(dst, git) })
			}
		})
	})
}

func appendGit(dst []byte, git *timeline.Git) []byte {
	return timeline.AppendObject(dst, func(o *timeline.Object) {
		o.Optional("commit_hash", git.Commit)
		o.Optional("branch", git.Branch)
		o.Optional("repository_url", git.Remote)
	})
}

func (n *encoder) version() string {
	if n.plan.Version != "" {
		return n.plan.Version
	}
	return format.TestedVersion
}

// dir is the working folder, which the metadata must name.
func (n *encoder) dir() string {
	if n.plan.Dir != "" {
		return n.plan.Dir
	}
	return "/"
}

// absolute returns a path as the working folder's files have it.
func (n *encoder) absolute(path string) string {
	if strings.HasPrefix(path, "/") {
		return path
	}
	return strings.TrimSuffix(n.dir(), "/") + "/" + path
}

// stamp returns a timestamp that the CLI can read. A line without one is silently dropped.
func (n *encoder) stamp(timestamp string) string {
	if _, err := time.Parse(time.RFC3339, timestamp); err == nil {
		return timestamp
	}
	return n.plan.Now.UTC().Format("2006-01-02T15:04:05.000Z")
}

func (n *encoder) lose(what, why string) { n.report.Losses.Add(what, why) }

func (n *encoder) loseTimes(count int, what, why string) {
	for range count {
		n.lose(what, why)
	}
}

func appendInt(dst []byte, i int64) []byte { return strconv.AppendInt(dst, i, 10) }
