// Package userservice writes the file that makes the system run a program for a user from the login on: a systemd unit,
// or a launchd property list.
package userservice
