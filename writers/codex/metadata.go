package codex

import (
	"bytes"

	format "stead/adapters/codex"
	"stead/internal/adapt/jsonl"
	"stead/timeline"
	"stead/writers"
)

// metadata writes the first line of a rollout.
type metadata struct {
	out    *output
	plan   writers.Plan
	agents []agent
	parent *parent // set in the session of a sub-agent
	// forkedFrom is the session with the active conversation, if this session is an abandoned branch.
	forkedFrom string
}

// write writes the metadata of a new rollout. The provider is the one that the CLI is configured for, or none, because
// the CLI refuses any other. There are no base_instructions, because they would replace the CLI's own.
func (m *metadata) write() {
	created := m.out.plan.Stamp(m.plan.Stream.Header.Metadata.Created)
	m.out.noted(format.SessionMeta, created, m.note(), func(dst []byte) []byte {
		return timeline.AppendObject(dst, func(o *timeline.Object) {
			o.String("id", m.plan.ID)
			o.String("session_id", m.plan.ID)
			o.String("timestamp", created)
			o.String("cwd", string(folderOf(m.plan)))
			o.String("originator", "stead")
			o.String("cli_version", versionOf(m.plan))
			m.sourceMembers(o)
			o.Optional("forked_from_id", m.forkedFrom)
			o.Optional("model_provider", m.plan.Provider)
			if m.out.mode == format.Paginated {
				o.String("history_mode", string(format.Paginated))
			}
			if git := m.plan.Stream.Header.Project.Git; git != nil {
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

func versionOf(plan writers.Plan) string {
	if plan.Version != "" {
		return plan.Version
	}
	return format.TestedVersion
}

// restored returns the metadata of a native rollout, adapted to this one.
func (m *metadata) restored(line []byte) []byte {
	if m.plan.Dir != m.plan.Stream.Header.Project.Path {
		line = replaceMember(line, timeline.NewText(m.plan.Dir).JSON(), "payload", "cwd")
	}
	return m.annotated(m.adopted(m.configured(line)))
}

// configured returns the metadata line with the provider that Codex is configured for. Codex refuses a session of
// another provider, and in a home that was used before, the terminal also refuses a session without one (0.169.0).
func (m *metadata) configured(line []byte) []byte {
	if m.plan.Provider == "" {
		return line
	}
	provider := timeline.NewText(m.plan.Provider).JSON()
	payload := jsonl.Value(line).Get("payload")
	if payload.Get("model_provider") != nil {
		return replaceMember(line, provider, "payload", "model_provider")
	}
	named := append([]byte(`{"model_provider":`), provider...)
	if rest := bytes.TrimSpace(payload[1:]); rest[0] != '}' {
		named = append(named, ',')
	}
	return replaceMember(line, append(named, payload[1:]...), "payload")
}

// note returns the information about the sub-agents in the metadata, or nil if there are none.
func (m *metadata) note() []byte {
	if len(m.agents) == 0 {
		return nil
	}
	agents := make([]format.Agent, len(m.agents))
	for i, a := range m.agents {
		agents[i] = a.Agent
	}
	return format.AppendAgents(nil, agents)
}

// sourceMembers adds what started the session: a person, or the parent session.
func (m *metadata) sourceMembers(o *timeline.Object) {
	if m.parent == nil {
		o.String("source", "cli")
		return
	}
	o.Append("source", func(dst []byte) []byte {
		dst = append(dst, `{"subagent":{"thread_spawn":`...)
		dst = timeline.AppendObject(dst, func(o *timeline.Object) {
			o.String("parent_thread_id", m.parent.thread)
			o.Int("depth", m.parent.depth)
		})
		return append(dst, `}}`...)
	})
	o.String("thread_source", "subagent")
	o.String("parent_thread_id", m.parent.thread)
}

// adopted returns the restored metadata of a sub-agent's session with the new id of its parent.
func (m *metadata) adopted(line []byte) []byte {
	if m.parent == nil {
		return line
	}
	thread := timeline.NewText(m.parent.thread).JSON()
	line = replaceMember(line, thread, "payload", "parent_thread_id")
	return replaceMember(line, thread, "payload", "source", "subagent", "thread_spawn", "parent_thread_id")
}

// annotated returns the restored metadata with the information about the sub-agents.
func (m *metadata) annotated(line []byte) []byte {
	note := m.note()
	if note == nil {
		return line
	}
	if jsonl.Value(line).Get(format.NoteMember) != nil {
		return replaceMember(line, note, format.NoteMember)
	}
	begin := append([]byte(`{"`+format.NoteMember+`":`), note...)
	return append(append(begin, ','), line[1:]...)
}
