// @ts-check
/**
 * The public pattern for two-player games: a server that keeps no state and checks nothing, and relays
 * to the other player whatever one of them sends. The plainest Express and Socket.IO can do.
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
