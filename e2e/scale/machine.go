package main

import (
	"crypto/rand"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"stead/reach/layout"
	"stead/reach/link"
	"stead/reach/member"
)

// user is whose the machines are.
const user = "ann"

// machine is one that is connected, and its runs.
type machine struct {
	conn  *nats.Conn
	inbox string

	mu   sync.Mutex
	runs []*run
	// answers are how long acknowledgements took.
	answers            []time.Duration
	sent, late, failed int
}

// run publishes one entry at a time, as the package replica does.
type run struct {
	subject string
	last    uint64
	// sent is when the entry was published that is in flight; zero when none is.
	sent time.Time
}

// connect connects a machine that has some runs.
func connect(m member.Member, names []string) (*machine, error) {
	conn, err := link.Dial(m)
	if err != nil {
		return nil, err
	}
	c := &machine{conn: conn, inbox: layout.InboxPrefix(m.Key) + ".scale."}
	for _, name := range names {
		c.runs = append(c.runs, &run{subject: layout.RunSubject(user, m.Key, name)})
	}
	if _, err := conn.Subscribe(c.inbox+"*", c.answered); err != nil {
		return nil, err
	}
	return c, conn.Flush()
}

// publish publishes the entries of all runs, spread over each interval, until the end.
func (c *machine) publish(end time.Time, interval, phase time.Duration) error {
	entry := make([]byte, *size)
	_, _ = rand.Read(entry) // it never fails
	begin := time.Now().Add(phase)
	for i := 0; ; i++ {
		due := begin.Add(time.Duration(i) * interval / time.Duration(len(c.runs)))
		if due.After(end) {
			return nil
		}
		time.Sleep(time.Until(due))
		if err := c.entry(i%len(c.runs), entry); err != nil {
			return err
		}
	}
}

// entry publishes a run's next entry. While the last one is in flight, the entry is late: replica would put it into the
// next message.
func (c *machine) entry(n int, data []byte) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	r := c.runs[n]
	if !r.sent.IsZero() {
		c.late++
		return nil
	}
	r.sent = time.Now()
	c.sent++
	binary.BigEndian.PutUint64(data, uint64(r.sent.UnixNano()))
	m := nats.NewMsg(r.subject)
	m.Reply, m.Data = c.inbox+strconv.Itoa(n), data
	m.Header.Set(jetstream.ExpectedLastSubjSeqHeader, strconv.FormatUint(r.last, 10))
	return c.conn.PublishMsg(m)
}

// answered takes the hub's answer to a run's entry.
func (c *machine) answered(m *nats.Msg) {
	n, err := strconv.Atoi(strings.TrimPrefix(m.Subject, c.inbox))
	if err != nil || n < 0 || n >= len(c.runs) {
		return
	}
	var answer struct {
		Seq   uint64
		Error *struct{ Description string }
	}
	err = json.Unmarshal(m.Data, &answer)
	c.mu.Lock()
	defer c.mu.Unlock()
	r := c.runs[n]
	if err != nil || answer.Error != nil {
		c.failed++
	} else {
		r.last = answer.Seq
		c.answers = append(c.answers, time.Since(r.sent))
	}
	r.sent = time.Time{}
}

// settle counts what was never answered as failed.
func (c *machine) settle() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, r := range c.runs {
		if !r.sent.IsZero() {
			c.failed++
		}
	}
}

// newMachine makes the keys of a machine.
func newMachine(n int) (member.Member, error) {
	m, err := member.New(fmt.Sprintf("machine-%05d", n), user)
	m.Roles = []member.Role{member.Node, member.Operator}
	return m, err
}
