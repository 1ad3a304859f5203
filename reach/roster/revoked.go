package roster

import (
	"crypto/ecdsa"
	"encoding/json"
	"slices"

	"stead/internal/sys/atomicfile"
	"stead/internal/sys/regular"
	"stead/reach/member"
)

// RevokedKey is the key of the bucket under which the hub says which keys are revoked. No machine's name makes it: see
// layout.Token.
const RevokedKey = "=revoked"

// revocations are public nkeys that no machine may use again. A machine that joins again has another one.
type revocations struct {
	Keys []string `json:"revoked"`
}

// WriteRevoked returns the hub's word that keys are revoked. The error is that of the authority's key.
func WriteRevoked(authority *ecdsa.PrivateKey, keys []string) ([]byte, error) {
	return write(authority, ofRevoked, revocations{keys})
}

// ReadRevoked returns the keys that the hub has revoked. Pin and errors are those of [Read].
func ReadRevoked(content []byte, pin string) ([]string, error) {
	var r revocations
	err := read(content, pin, ofRevoked, &r)
	return r.Keys, err
}

// revoked are all keys that the hub has ever been heard to revoke. An old word of the hub's, put there again, takes
// none away.
type revoked struct {
	keys map[string]bool
	// file keeps them. Empty where nothing is kept.
	file string
}

// remembered returns what a file has kept. A file that cannot be read has kept nothing: the hub says it again.
func remembered(file string) revoked {
	r := revoked{keys: map[string]bool{}, file: file}
	if file == "" {
		return r
	}
	var kept revocations
	if content, err := regular.ReadFile(file); err == nil && json.Unmarshal(content, &kept) == nil {
		r.add(kept.Keys)
	}
	return r
}

// add reports whether a key is new.
func (r *revoked) add(keys []string) (isNew bool) {
	for _, k := range keys {
		isNew = isNew || !r.keys[k]
		r.keys[k] = true
	}
	return isNew
}

// keep writes the file. If it cannot be written, the hub's bucket still says it.
func (r *revoked) keep() error {
	if r.file == "" {
		return nil
	}
	all := revocations{}
	for k := range r.keys {
		all.Keys = append(all.Keys, k)
	}
	slices.Sort(all.Keys)
	content, err := json.Marshal(all)
	if err != nil {
		return err
	}
	return atomicfile.Replace(r.file, content)
}

// revoke takes the hub's word that keys are revoked.
func (r *Roster) revoke(content []byte) {
	keys, err := ReadRevoked(content, r.pin)
	if err != nil || !r.revoked.add(keys) {
		return
	}
	_ = r.revoked.keep()
	for key, p := range r.by {
		if r.isRevoked(p) {
			delete(r.by, key)
		}
	}
}

func (r *Roster) isRevoked(p member.Peer) bool { return r.revoked.keys[p.Key] }
