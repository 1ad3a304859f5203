package member

import "github.com/nats-io/nkeys"

// NewKey makes an nkey: the public key that identifies a client to a hub, and the seed that proves it.
func NewKey() (public, seed string, err error) {
	pair, err := nkeys.CreateUser()
	if err != nil {
		return "", "", err
	}
	defer pair.Wipe()
	secret, err := pair.Seed()
	if err != nil {
		return "", "", err
	}
	public, err = pair.PublicKey()
	return public, string(secret), err
}

// PublicKey returns the public key of a seed. It returns an error for an invalid seed.
func PublicKey(seed string) (string, error) {
	pair, err := nkeys.FromSeed([]byte(seed))
	if err != nil {
		return "", err
	}
	defer pair.Wipe()
	return pair.PublicKey()
}
