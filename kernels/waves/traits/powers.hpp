/// Where a wave problem's energy comes from and goes to. Data only: the code of each instruction set reads it
/// too.
#pragma once

namespace dgsolve {

/// Powers at one instant, W (W/m in 2D). Together they are what the semi-discrete scheme does to its energy:
///   dE/dt = source + incoming − outgoing − loss − dissipation.
/// On a face at a boundary the numerical flux is the physical flux F(u*)·n of one state u*, of which part
/// leaves and part enters: F* = A⁺u⁺ + A⁻u⁻, where A u = F(u)·n and A⁺, A⁻ belong to its waves out and in,
/// carries ½u⁺·A⁺u⁺ out and −½u⁻·A⁻u⁻ in (the energy method; Gustafsson, Kreiss & Oliger, Time Dependent
/// Problems and Difference Methods, Wiley 1995).
struct Powers {
  double source = 0;       ///< work of the volume source, negative where it takes energy out
  double incoming = 0;     ///< of the waves that boundaries with data let in
  double outgoing = 0;     ///< of the waves that leave there, and net through all other boundaries
  double loss = 0;         ///< in lossy media
  double dissipation = 0;  ///< of the scheme in space: of the jumps on faces that its numerical flux damps
};

struct PowerTerm {
  const char* name;
  double Powers::*value;
  double sign;  ///< in dE/dt
};
constexpr PowerTerm power_terms[] = {{"source", &Powers::source, 1},
                                     {"incoming", &Powers::incoming, 1},
                                     {"outgoing", &Powers::outgoing, -1},
                                     {"loss", &Powers::loss, -1},
                                     {"dissipation", &Powers::dissipation, -1}};

}  // namespace dgsolve
