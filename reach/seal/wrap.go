package seal

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"

	"filippo.io/age"

	"stead/reach/member"
)

// mostPeers is how many machines a key is wrapped for at most, and largestWrap how many bytes a wrapped key may have:
// some 200 for each machine.
const (
	mostPeers   = 200
	largestWrap = 64 << 10
)

// ErrForeign says that a key was signed by no machine of this user.
var ErrForeign = errors.New("no machine of yours has signed the key")

// wrapped is a key as it lies at the hub.
type wrapped struct {
	// By is the public nkey of the machine that wrapped it, Signature its word for it.
	By        string `json:"by"`
	Signature []byte `json:"signature"`
	// Key is encrypted by age for each machine.
	Key []byte `json:"key"`
	// Removed says that the key was destroyed: nothing is in Key, and the signature is for that.
	Removed bool `json:"removed,omitempty"`
}

func (n name) signed(key []byte) []byte {
	return append([]byte("stead key\x00"+n.run+"\x00"+strconv.FormatUint(n.epoch, 10)+"\x00"), key...)
}

// wrap encrypts a key for machines, and signs it as one of them.
func (n name) wrap(k Key, by member.Member, peers []member.Peer) ([]byte, error) {
	if len(peers) > mostPeers {
		return nil, fmt.Errorf("wrap the key of %s: more than %d machines", n, mostPeers)
	}
	recipients := make([]age.Recipient, 0, len(peers))
	for _, p := range peers {
		r, err := age.ParseX25519Recipient(p.Recipient)
		if err != nil {
			return nil, fmt.Errorf("wrap the key of %s for %s: %w", n, p.Name, err)
		}
		recipients = append(recipients, r)
	}
	var out bytes.Buffer
	w, err := age.Encrypt(&out, recipients...)
	if err == nil {
		_, err = w.Write(k[:])
	}
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		return nil, fmt.Errorf("wrap the key of %s: %w", n, err)
	}
	signature, err := by.Sign(n.signed(out.Bytes()))
	if err != nil {
		return nil, err
	}
	return json.Marshal(wrapped{By: by.Key, Signature: signature, Key: out.Bytes()})
}

// unwrap opens a key that one of some machines has signed. Errors: ErrForeign; those of a key that was not wrapped for
// this machine.
func (n name) unwrap(content []byte, by member.Member, peers []member.Peer) (k Key, err error) {
	if len(content) > largestWrap {
		return k, fmt.Errorf("the key of %s has more than %d bytes", n, largestWrap)
	}
	var w wrapped
	if err := json.Unmarshal(content, &w); err != nil {
		return k, fmt.Errorf("read the key of %s: %w", n, err)
	}
	if w.Removed {
		return k, n.removed(w, peers)
	}
	if _, ok := w.signer(n.signed(w.Key), peers); !ok {
		return k, fmt.Errorf("read the key of %s: %w", n, ErrForeign)
	}
	identity, err := by.Unwrap()
	if err != nil {
		return k, err
	}
	r, err := age.Decrypt(bytes.NewReader(w.Key), identity)
	if err == nil {
		_, err = io.ReadFull(r, k[:])
	}
	if err != nil {
		return k, fmt.Errorf("open the key of %s: %w", n, err)
	}
	return k, nil
}

// signer returns which of some machines has signed a text. Ok is false when none has.
func (w wrapped) signer(text []byte, peers []member.Peer) (signer member.Peer, ok bool) {
	for _, p := range peers {
		if p.Key != w.By {
			continue
		}
		return p, p.Signed(text, w.Signature)
	}
	return member.Peer{}, false
}
