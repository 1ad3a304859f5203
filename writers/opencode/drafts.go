package opencode

import (
	format "stead/adapters/opencode"
	"stead/timeline"
)

// drafts begins the messages of a session.
type drafts struct {
	session *session
	ids     *format.IDs
	clock   *clock
	newest  string // the newest message in the user's name
	resumes bool   // whether the newest message is a summary
}

func (d *drafts) new(created int64) *draft {
	return &draft{ids: d.ids, session: d.session.plan.ID, id: d.ids.Next(format.MessagePrefix), created: created}
}

// prompt begins a message in the user's name.
func (d *drafts) prompt(timestamp string) *draft {
	m := d.new(d.clock.next(d.clock.at(timestamp)))
	d.newest = m.id
	m.info = func(o *timeline.Object) {
		o.String("role", "user")
		o.Append("time", func(dst []byte) []byte { return appendTimes(dst, "created", m.created) })
		o.String("agent", d.session.agent)
		if d.session.model != "" {
			o.Append("model", func(dst []byte) []byte {
				model := timeline.NewObject(dst)
				model.String("providerID", d.session.provider)
				model.String("modelID", d.session.model)
				return model.End()
			})
		}
	}
	return m
}

// answer begins a message of the model.
func (d *drafts) answer(timestamp string) *answer {
	created := d.clock.next(d.clock.at(timestamp))
	if d.newest == "" {
		d.newest = d.ids.Next(format.MessagePrefix) // no such message exists; OpenCode accepts that
	}
	a := &answer{draft: d.new(created), mode: d.session.agent, completed: created}
	prompt := d.newest
	a.info = func(o *timeline.Object) { a.describe(o, d.session, prompt) }
	return a
}

// resume returns a message that makes the model continue after a summary, in OpenCode's own way.
func (d *drafts) resume(timestamp string) format.Message {
	d.resumes = false
	m := d.prompt(timestamp)
	m.text(timeline.NewText(format.ContinueNote), func(o *timeline.Object) {
		o.Bool("synthetic", true)
		o.Raw("metadata", []byte(`{"compaction_continue":true}`))
	})
	return m.message()
}
