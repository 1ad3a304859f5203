package queue_test

import (
	"crypto/ed25519"
	"encoding/base64"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"stead/reach/layout"
	"stead/reach/member"
	"stead/reach/queue"
)

// publish puts a job as somebody might who does not keep to the rules.
func (f *field) publish(job queue.Job, m member.Member, spoil func(*nats.Msg)) {
	f.t.Helper()
	if job.Made.IsZero() {
		job.Made = time.Now()
	}
	content, err := json.Marshal(job)
	if err != nil {
		f.t.Fatal(err)
	}
	private, err := m.Private()
	if err != nil {
		f.t.Fatal(err)
	}
	signed := ed25519.Sign(private, append([]byte("stead job\n"), content...))
	msg := &nats.Msg{
		Subject: layout.QueueSubject(job.User, "", job.Project), Data: content,
		Header: nats.Header{"Stead-From": {m.Key}, "Stead-Signature": {base64.StdEncoding.EncodeToString(signed)}},
	}
	if spoil != nil {
		spoil(msg)
	}
	if _, err := f.js.PublishMsg(limited(f.t), msg); err != nil {
		f.t.Fatal(err)
	}
}

// Whoever writes into the hub's queue, the hub too, could have a machine run anything.
func TestJobsOfStrangersDoNotBegin(t *testing.T) {
	t.Parallel()
	f := newField(t)
	job := queue.Job{ID: "7", User: "ann", Project: "stead"}
	viewer, bob := f.join("tablet", "ann", member.Viewer), f.join("bobs", "bob", member.Operator)
	stranger, err := member.New("stranger", "ann")
	if err != nil {
		t.Fatal(err)
	}
	stranger.Roles = []member.Role{member.Operator}
	o := f.options("builder")
	refused := make(chan error, 10)
	o.Refused = func(err error) { refused <- err }
	f.run(o)
	for name, put := range map[string]func(){
		"a viewer's":     func() { f.publish(job, viewer, nil) },
		"another user's": func() { f.publish(job, bob, nil) },
		"a changed one": func() {
			f.publish(job, f.laptop, func(m *nats.Msg) { m.Data = []byte(strings.Replace(string(m.Data), `"7"`, `"8"`, 1)) })
		},
		"one without a key": func() { f.publish(job, f.laptop, func(m *nats.Msg) { m.Header.Del("Stead-Signature") }) },
		"on another subject": func() {
			f.publish(job, f.laptop, func(m *nats.Msg) { m.Subject = layout.QueueSubject("ann", "", "other") })
		},
		"one of last year": func() {
			old := job
			old.Made = time.Now().AddDate(-1, 0, 0)
			f.publish(old, f.laptop, nil)
		},
		"no job": func() { f.publish(job, f.laptop, func(m *nats.Msg) { m.Data = []byte("{") }) },
		"a large one": func() {
			f.publish(job, f.laptop, func(m *nats.Msg) { m.Data = append(m.Data, make([]byte, 300<<10)...) })
		},
	} {
		put()
		select {
		case <-refused:
		case <-limited(t).Done():
			t.Fatalf("%s is not refused", name)
		}
	}
	f.emptied()
	f.publish(job, stranger, nil) // it may have joined a moment ago: nobody throws its job away
	f.put(queue.Job{ID: "9"})
	f.book.until("the good one has ended", func() bool { return f.book.sum().ended == 1 })
	if len(f.book.jobs) != 1 {
		t.Errorf("these have begun: %v", f.book.jobs)
	}
}

func TestJobOutOfBoundsIsNotPut(t *testing.T) {
	f := field{t: t, peers: map[string]member.Peer{}}
	laptop := f.join("laptop", "ann", member.Operator)
	good := queue.Job{ID: "7", User: "ann", Project: "stead"}
	for name, change := range map[string]func(*queue.Job){
		"no id":          func(j *queue.Job) { j.ID = "" },
		"no user":        func(j *queue.Job) { j.User = "" },
		"no project":     func(j *queue.Job) { j.Project = "" },
		"a long name":    func(j *queue.Job) { j.Project = strings.Repeat("x", 201) },
		"many labels":    func(j *queue.Job) { j.Labels = strings.Split(strings.Repeat("x", 17), "") },
		"a false label":  func(j *queue.Job) { j.Labels = []string{"machine:builder"} },
		"two in one":     func(j *queue.Job) { j.Labels = []string{"a,b"} },
		"an empty label": func(j *queue.Job) { j.Labels = []string{""} },
		"much work":      func(j *queue.Job) { j.Work = json.RawMessage(`"` + strings.Repeat("x", 300<<10) + `"`) },
	} {
		job := good
		change(&job)
		if err := queue.Put(t.Context(), nil, laptop, job); err == nil {
			t.Errorf("%s passes", name)
		}
	}
}
