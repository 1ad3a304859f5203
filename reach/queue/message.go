package queue

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"stead/reach/member"
)

// The headers by which a job proves where it comes from. A job is a command to another machine, and neither the hub nor
// another user may give one.
const (
	fromKey   = "Stead-From"
	signature = "Stead-Signature"
)

// spoken begins what is signed, so that no signature of something else will do.
const spoken = "stead job\n"

// Trust finds the machine of a public nkey among those that have joined. Ok is false where there is none.
type Trust func(key string) (sender member.Peer, ok bool)

var (
	errStranger = errors.New("it comes from no machine that has joined")
	errForged   = errors.New("its signature is wrong")
	errSender   = errors.New("the machine it comes from may not act for that user")
	errSubject  = errors.New("it is not on its own subject")
)

// Put has a job wait for a machine, in the name of this one. The error is that of a job that is out of bounds, or the
// hub's: then the job may wait all the same. Put it again: its run begins once all the same.
func Put(ctx context.Context, js jetstream.JetStream, m member.Member, job Job) error {
	if err := job.Check(); err != nil {
		return err
	}
	job.Made = time.Now().UTC()
	content, err := json.Marshal(job)
	if err != nil {
		return err
	}
	if len(content) > largest {
		return errLarge
	}
	signed, err := m.Sign(append([]byte(spoken), content...))
	if err != nil {
		return err
	}
	_, err = js.PublishMsg(ctx, &nats.Msg{Subject: job.subject(), Data: content, Header: nats.Header{
		fromKey: {m.Key}, signature: {base64.StdEncoding.EncodeToString(signed)},
	}})
	if err != nil {
		return fmt.Errorf("put the job into the hub's queue: %w", err)
	}
	return nil
}

// read reads a job that anybody may have written. The errors say why it must not be done; only errStranger may be
// otherwise later.
func read(subject string, header nats.Header, content []byte, trust Trust) (Job, error) {
	job, err := parse(subject, content)
	if err != nil {
		return Job{}, err
	}
	peer, ok := trust(header.Get(fromKey))
	if !ok {
		return Job{}, errStranger
	}
	signed, err := base64.StdEncoding.DecodeString(header.Get(signature))
	if err != nil || !peer.Signed(append([]byte(spoken), content...), signed) {
		return Job{}, errForged
	}
	if peer.User != job.User || !peer.Has(member.Operator) {
		return Job{}, errSender
	}
	if time.Since(job.Made) > oldest {
		return Job{}, errOld
	}
	return job, nil
}

func parse(subject string, content []byte) (Job, error) {
	if len(content) > largest {
		return Job{}, errLarge
	}
	var job Job
	if err := json.Unmarshal(content, &job); err != nil {
		return Job{}, err
	}
	if err := job.Check(); err != nil {
		return Job{}, err
	}
	if job.subject() != subject {
		return Job{}, errSubject
	}
	return job, nil
}
