package hub

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/nats-io/nats.go"

	"stead/reach/hub/register"
	"stead/reach/link"
)

// door receives the requests of machines that join and leave, and answers them.
type door struct {
	members   *members
	authority *register.Authority
}

const unwritten = "the hub could not write this down: look at what stead hub prints"

// join answers a machine that asks to join. Only the owner of the line knows the subject. If the servers do not know
// the machine immediately, the answer contains its entry, because it cannot connect yet to read it.
func (d *door) join(m *nats.Msg) {
	p, refused, err := d.members.join(key(m), m.Data)
	if err != nil {
		d.members.failed(fmt.Errorf("let %s join: %w", p.Name, err))
		d.reply(m, link.Answer{Problem: unwritten})
		return
	}
	if refused != nil {
		d.reply(m, link.Answer{Problem: refused.Error()})
		return
	}
	if d.members.servers.Pending() == "" {
		return
	}
	entry, err := d.authority.Entry(p)
	if err != nil {
		d.members.failed(err)
		return
	}
	d.reply(m, link.Answer{Entry: entry})
}

// leave removes a machine at its own request. The request must have its signature, because any member can have a stored
// message put on any subject. The machine gets no answer if its connection ends with its key.
func (d *door) leave(m *nats.Msg) {
	p, found, err := d.members.leave(key(m), m.Subject, m.Data)
	a := link.Answer{}
	if err != nil {
		d.members.failed(fmt.Errorf("let %s leave: %w", p.Name, err))
		a.Problem = unwritten
	}
	if found && m.Reply != "" {
		d.reply(m, a)
	}
}

// key returns the last part of the subject.
func key(m *nats.Msg) string { return m.Subject[strings.LastIndexByte(m.Subject, '.')+1:] }

// reply answers a machine. After a refusal the line stays valid, so that its owner may choose another name.
func (d *door) reply(m *nats.Msg, a link.Answer) {
	content, err := json.Marshal(a)
	if err == nil {
		err = m.Respond(content)
	}
	if err != nil {
		d.members.failed(fmt.Errorf("answer a machine that joins: %w", err))
	}
}
