// @ts-check
/**
 * The common public pattern for two-player games: a server that keeps no state, checks nothing, and
 * relays each player's messages to the other. The simplest form of Express and Socket.IO.
 */
import { createServer } from 'node:http'
import express from 'express'
import { Server } from 'socket.io'
import { reportUsage } from './usage.mjs'

const http = createServer(express())
const io = new Server(http)
io.on('connection', (socket) => {
  socket.on('join', (game, acknowledge) => {
    socket.join(game)
    acknowledge()
  })
  socket.on('move', (move) => {
    socket.to(move.game).emit('move', move)
  })
})
http.listen(0, 'localhost', () => {
  const address = http.address()
  reportUsage(`http://localhost:${typeof address === 'object' ? address?.port : ''}`)
})
