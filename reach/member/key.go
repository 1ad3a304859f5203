package member

import "github.com/nats-io/nkeys"

// NewKey makes an nkey: the public key by which a hub knows somebody, and the seed that proves it.
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

// PublicKey returns the public key of a seed. The error is that of a seed that is none.
func PublicKey(seed string) (string, error) {
	pair, err := nkeys.FromSeed([]byte(seed))
	if err != nil {
		return "", err
	}
	defer pair.Wipe()
	return pair.PublicKey()
}
