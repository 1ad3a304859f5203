package replica

import "errors"

// ErrDamaged says that what the hub has of a run is no journal that its machine has published.
var ErrDamaged = errors.New("what the hub has of the run is damaged")

// errMoved says that the subject's last message is not the expected one: look again.
var errMoved = errors.New("the hub has another last message")

// errNone says that the hub has no such message.
var errNone = errors.New("the hub has no such message")
