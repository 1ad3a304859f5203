package cusf

import (
	"time"

	format "stead/adapters/cusf"
	"stead/internal/adapt/jsonl"
	"stead/timeline"
	"stead/writers"
)

// exporter is stead's name in the files that it exports.
const exporter = "stead/1.0"

// sourceOf returns the llm_source of a session: the one in its file, or that of its CLI.
func sourceOf(h timeline.Header) string {
	if source := jsonl.Value(h.Source.Extra[format.ExtraSource]).String(); h.Source.CLI == format.Name &&
		format.IsSource(source) {
		return source
	}
	return format.SourceOf(h.Source.CLI)
}

// modelOf returns the session's model. If no llm_source stands for the CLI, the CLI's name precedes the model, because
// there is no better place for it.
func modelOf(h timeline.Header) string {
	switch {
	case h.Source.CLI == format.Name, h.Source.CLI == "", sourceOf(h) != format.Other:
		return h.Model.Model
	case h.Model.Model == "":
		return h.Source.CLI
	}
	return h.Source.CLI + "/" + h.Model.Model
}

// session writes the lines about the session as a whole: the first two and the last.
type session struct {
	out     *output
	plan    writers.Plan
	header  timeline.Header
	owner   Owner
	clock   *clock
	sums    *sums
	rebuild *rebuild
	// hasMeta and hasStart report which of the first two lines are written.
	hasMeta, hasStart bool
}

// isOwn reports whether the session comes from a file in this format.
func (s *session) isOwn() bool { return s.header.Source.CLI == format.Name }

// begin writes the first two lines, unless the session has its own. First is the time of its first line.
func (s *session) begin(first string) error {
	if !s.hasMeta {
		s.hasMeta = true
		if err := s.out.Line(s.meta()); err != nil {
			return err
		}
	}
	if s.hasStart {
		return nil
	}
	s.hasStart = true
	line, err := s.sessionStart(first)
	if err != nil {
		return err
	}
	return s.out.Line(line)
}

func (s *session) meta() []byte {
	o := timeline.NewObject(nil)
	o.Append(format.Meta, func(dst []byte) []byte {
		m := timeline.NewObject(dst)
		m.String("format", format.Name)
		m.String("version", format.Version)
		m.String("exported_at", s.exportedAt())
		m.String("exporter", exporter)
		return m.End()
	})
	s.rebuild.appendMade(&o)
	return o.End()
}

func (s *session) exportedAt() string { return s.plan.Now.UTC().Format("2006-01-02T15:04:05Z") }

func (s *session) sessionStart(first string) ([]byte, error) {
	h := s.header
	o := timeline.NewObject(nil)
	o.String("type", format.SessionStart)
	o.String("session_id", s.plan.ID)
	o.String("llm_source", sourceOf(h))
	o.Optional("llm_model", modelOf(h))
	o.String("started_at", s.startTime(first))
	o.Optional("project_path", s.plan.Dir)
	if h.Project.Git != nil {
		o.Optional("git_branch", h.Project.Git.Branch)
	}
	if folder := h.Project.Extra[format.ExtraFolder]; jsonl.Value(folder).IsString() && s.plan.Dir == h.Project.Path {
		o.Raw("cwd", folder)
	} else {
		o.Optional("cwd", s.plan.Dir)
	}
	for _, m := range []struct{ name, key, set string }{
		{"machine_id", format.ExtraMachine, s.owner.Machine}, {"tenant_id", format.ExtraTenant, s.owner.Tenant},
		{"user_id", format.ExtraUser, s.owner.User},
	} {
		if value := h.Source.Extra[m.key]; jsonl.Value(value).IsString() {
			o.Raw(m.name, value)
		} else if !s.isOwn() {
			o.Optional(m.name, m.set)
		}
	}
	err := s.rebuild.appendHeader(&o)
	return o.End(), err
}

func (s *session) sessionEnd() ([]byte, error) {
	h := s.header.Metadata
	o := timeline.NewObject(nil)
	o.String("type", format.SessionEnd)
	o.String("session_id", s.plan.ID)
	o.String("ended_at", s.endTime())
	messages := int64(s.sums.messages)
	if counted := h.Extra[format.ExtraTotalMessages]; s.keepsSums() && counted != nil {
		messages = max(0, jsonl.Value(counted).Int())
	}
	o.Int("total_messages", messages)
	tokens := s.sums.tokens
	if (s.keepsSums() || tokens.Input+tokens.Output == 0 && !s.plan.Stream.Cut) && h.Tokens != nil {
		tokens = *h.Tokens
	}
	o.Append("total_tokens", func(dst []byte) []byte {
		t := timeline.NewObject(dst)
		t.Int("input", max(0, tokens.Input))
		t.Int("output", max(0, tokens.Output))
		return t.End()
	})
	reason := jsonl.Value(h.Extra[format.ExtraEndReason]).String()
	if !s.isOwn() || !format.IsEndReason(reason) {
		reason = "export"
	}
	o.String("end_reason", reason)
	err := s.rebuild.appendEnd(&o)
	return o.End(), err
}

// keepsSums reports whether the totals in the original file are still valid.
func (s *session) keepsSums() bool { return s.isOwn() && !s.plan.Stream.Cut }

// endTime returns the time at which the session ended: its last change, unless a line is later.
func (s *session) endTime() string {
	if t, ok := format.ParseTime(s.header.Metadata.LastModified); ok && !t.Before(s.clock.last) {
		return s.clock.stamp(s.header.Metadata.LastModified)
	}
	return format.FormatTime(s.clock.last)
}

// startTime returns the time at which the session began: the one in its header, or that of its first line if that is
// earlier.
func (s *session) startTime(first string) string {
	created, dated := format.ParseTime(s.header.Metadata.Created)
	begin, begun := format.ParseTime(first)
	switch {
	case dated && (!begun || !begin.Before(created)):
		return s.clock.stamp(s.header.Metadata.Created)
	case begun:
		return s.clock.stamp(first)
	}
	if _, ok := format.ParseTime(s.header.Metadata.LastModified); ok {
		return s.clock.stamp(s.header.Metadata.LastModified)
	}
	s.clock.last = s.plan.Now.Add(-time.Hour) // no time is known: it only must not be in the future
	return s.clock.stamp("")
}
